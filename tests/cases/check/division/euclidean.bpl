// check: safe bound=0
// Division is Euclidean, also of negative numbers.
procedure main(a: int, b: int)
{
  assume b != 0;
  assert a == b * (a div b) + a mod b;
  assert 0 <= a mod b; //=> assert 0 < a mod b;
  assert (-7) div 2 == -4 && (-7) mod 2 == 1; //=> assert (-7) div 2 == -3;
}

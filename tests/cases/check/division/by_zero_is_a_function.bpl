// check: safe bound=0
procedure main(a: int, b: int)
{
  assume a == b;
  assert a div 0 == b div 0; //=> assert a div 0 == b mod 0;
}

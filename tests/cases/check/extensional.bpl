// check: safe bound=0
// Maps that are alike everywhere are equal.
procedure main(a: [int]int, b: [int]int)
{
  assume (forall i: int :: a[i] == b[i]); //=> assume (forall i: int :: i == 7 || a[i] == b[i]);
  assert a == b;
}

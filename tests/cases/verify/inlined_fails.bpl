// verify: refuted
// What fails in an inlined body fails where it is written.
procedure {:inline 1} Check(x: int)
  requires x > 0;
{
  assert x > 1; //~ assertion
}

procedure Main(n: int)
{
  call Check(n); //~ precondition
}

// check: unsafe bound=0
// What a selector gives of another constructor's value hangs on the value.
datatype D { A(x: int), B(y: int), N() }
procedure main(d: D)
{
  assume d is B;
  assert d->x == N()->x; //~ assertion
}

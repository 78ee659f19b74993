// check: unknown
// A route that stays undecided leaves its calls inlined: the search that goes on does not inline them again.
var g: int;

procedure checks()
  modifies g;
{
  assert g != 33;
}

procedure passes()
  modifies g;
{
  call checks();
}

procedure fails()
  modifies g;
{
  call passes();
}

procedure {:entrypoint} main(n: int)
  modifies g;
{
  assume (forall x, y, z: int :: x*x*x + y*y*y + z*z*z != n);
  g := n;
  call fails();
}

// check: safe
// Whatever the loop does, it does not touch x: proved without unrolling it.
procedure main()
{
  var x: int, i: int;
  x := 1; //=> x := 2;
  while (i > 0) { i := i - 1; }
  assert x == 1;
}

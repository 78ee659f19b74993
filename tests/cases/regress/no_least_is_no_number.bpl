// check: unsafe bound=0
// The same on the other side: -(2^127).
procedure main()
{
  var x, b, m: int;
  b := 4611686018427387904 * 4611686018427387904 * 4;
  m := 0 - b - b;
  assume x != m;
  assert x >= m + 1; //~ assertion
}

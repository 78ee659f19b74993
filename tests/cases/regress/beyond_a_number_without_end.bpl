// prove: execution => unsafe
// Paths: x is 2^127 or more, for it is 2^127 - 1 or more and not that.
procedure main()
{
  var x, b: int;
  b := 4611686018427387904 * 4611686018427387904 * 4;
  assume x != b + (b - 1);
  assume x >= b + (b - 1);
  assert false; //~ assertion
}

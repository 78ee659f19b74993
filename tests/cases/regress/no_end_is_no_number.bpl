// check: unsafe bound=0
// What is known of a number that has no end on that side does not change where it is not 2^127 - 1.
procedure main()
{
  var x, b: int;
  b := 4611686018427387904 * 4611686018427387904 * 4;
  assume x != b + (b - 1);
  assert x <= b + (b - 2); //~ assertion
}

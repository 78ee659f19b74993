// prove: chc => safe, mutants unsafe
// A sum of positive numbers is positive.
procedure main()
{
  var x, y: int;
  x, y := 1, 1;
  while (*) {
    x := x + y;
    y := y + 1;
  }
  assert x >= y; //=> assert x > y;
}

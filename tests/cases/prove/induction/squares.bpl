// prove: induction => safe, mutants unsafe
// A number that no memory holds: sample runs stop in time.
procedure main()
{
  var x, i: int;
  x, i := 2, 0;
  while (i < 100) {
    assert x >= 2; //=> assert x == 2;
    x := x * x;
    i := i + 1;
  }
}

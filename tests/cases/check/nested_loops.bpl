// check: unsafe bound=2
// The inner loop may take its back edge twice on each of its entries.
procedure main()
{
  var i: int, j: int, n: int;
  i := 0;
  n := 0;
  while (i < 2)
  {
    j := 0;
    while (j < 2) { j := j + 1; n := n + 1; }
    i := i + 1;
  }
  assert n != 4; //~ assertion
}

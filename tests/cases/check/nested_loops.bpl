// check: unsafe bound=2
// The inner loop may take its back edge twice on each of its entries.
procedure main(limit: int)
  requires limit == 2;
{
  var i: int, j: int, n: int;
  i := 0;
  n := 0;
  while (i < limit)
  {
    j := 0;
    while (j < limit) { j := j + 1; n := n + 1; }
    i := i + 1;
  }
  assert n != 4; //~ assertion
}

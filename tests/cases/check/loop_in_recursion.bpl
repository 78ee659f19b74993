// check: unsafe bound=2
// Each activation enters the loop anew, so its back edges count from zero.
var total: int;
procedure work(depth: int, n: int)
  modifies total;
{
  var i: int;
  i := 0;
  while (i < n) { i := i + 1; total := total + 1; }
  if (depth > 0) { call work(depth - 1, n); }
}
procedure main(n: int)
  requires n == 2;
  modifies total;
{
  total := 0;
  call work(2, n);
  assert total != 6; //~ assertion
}

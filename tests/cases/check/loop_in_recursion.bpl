// check: unsafe bound=2
// Each activation enters the loop anew, so its back edges count from zero.
var total: int;
procedure work(depth: int)
  modifies total;
{
  var i: int;
  i := 0;
  while (i < 2) { i := i + 1; total := total + 1; }
  if (depth > 0) { call work(depth - 1); }
}
procedure main()
  modifies total;
{
  total := 0;
  call work(2);
  assert total != 6; //~ assertion
}

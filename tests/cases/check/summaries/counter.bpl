// check: safe bound=0 summaries=on-demand
// Comparisons with variables, in the directions that the loop does not test.
procedure main(n: int)
  requires n >= 0; //=>
{
  var i: int, twice: int;
  i := 0;
  while (i < n) { i := i + 1; }
  assert i == n; //=> assert i != n;
}

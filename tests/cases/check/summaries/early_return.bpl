// check: unsafe bound=2 summaries=on-demand
// What holds of returns without a violation says nothing about the others.
var x: int;
procedure work(n: int)
  modifies x;
{
  x := 7;
  if (n > 1) { assert n < 3; } //~ assertion
  if (n < 3) { call work(n + 1); }
  x := 0;
}
procedure main()
  modifies x;
{
  x := 0;
  call work(1);
  assert x == 0;
}

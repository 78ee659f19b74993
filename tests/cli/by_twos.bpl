// As long as the run, without invariants.
procedure main()
{
  var i: int;
  i := 0;
  while (i < 1000) { i := i + 2; }
  assert i == 1000;
}

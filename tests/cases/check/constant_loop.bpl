// check: unsafe bound=0
// What is behind a loop with a constant trip count is reached whatever the bound.
procedure main()
{
  var i: int;
  i := 0;
  while (i < 27)
  {
    i := i + 1;
  }
  assert false; //~ assertion
}

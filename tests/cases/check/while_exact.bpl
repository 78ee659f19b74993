// check: unsafe bound=3
// A loop that runs three times runs to its end at bound 3.
procedure main()
{
  var i: int;
  i := 0;
  while (i < 3)
  {
    i := i + 1;
  }
  assert i != 3; //~ assertion
}

// check: unsafe bound=2
procedure main()
{
  var i: int;
  i := 0;
  while (i < 5)
    invariant i < 2; //~ loop invariant
  {
    i := i + 1;
  }
}

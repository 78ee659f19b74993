// check: safe-up-to-bound bound=2
procedure main()
{
  var i: int;
  i := 0;
  while (i < 3) //=> while (i < 2)
  {
    i := i + 1;
  }
  assert i == 3;
  assert false;
}

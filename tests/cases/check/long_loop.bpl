// check: safe-up-to-bound bound=3
// Too many rounds to unroll them all: the bound counts.
procedure main()
{
  var i: int;
  i := 0;
  while (i < 100000) //=> while (i < 60)
  {
    i := i + 1;
  }
  assert false;
}

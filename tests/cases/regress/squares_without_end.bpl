// check: unknown bound=1
// Numbers that no memory holds, where a loop has a constant number of rounds: they may be any.
procedure main()
{
  var x, i: int;

  x, i := 2, 0;
  while (i < 100)
  {
    assert x >= 2;
    x := x * x;
    i := i + 1;
  }
}

// check: safe-up-to-bound bound=2
procedure main(n: int)
  requires n == 3 || n == 4; //=> requires n == 2;
{
  var i: int;
  i := 0;
  while (i < n)
  {
    i := i + 1;
  }
  assert i == 3;
  assert false;
}

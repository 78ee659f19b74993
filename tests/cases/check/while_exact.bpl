// check: unsafe bound=3
// A loop that runs three times runs to its end at bound 3.
procedure main(n: int)
  requires n == 3;
{
  var i: int;
  i := 0;
  while (i < n)
  {
    i := i + 1;
  }
  assert i != 3; //~ assertion
}

// check: unsafe bound=0
// What a call returns that violates an assertion is no bound of what it returns else.
procedure find(n: int) returns (p: int)
{
  p := 7;
  if (n > 3)
  {
    assert n < 9;
    p := n;
  }
}

procedure main()
{
  var n, p: int;
  assume n < 9;
  call p := find(n);
  assert p != 8; //~ assertion
}

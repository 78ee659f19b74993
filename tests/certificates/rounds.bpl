procedure main()
{
  var i, s: int;
  i, s := 0, 0;
  while (i < 5) { i, s := i + 1, s + 2; }
  assert s == 10;
}

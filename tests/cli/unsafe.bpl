procedure main()
{
  var x: int;
  x := 5;
  assert x < 5;
}

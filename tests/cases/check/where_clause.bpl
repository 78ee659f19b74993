// check: safe bound=0
procedure main()
{
  var x: int where x > 3; //=> var x: int where x >= 3;
  havoc x;
  assert x > 3;
}

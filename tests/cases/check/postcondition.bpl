// check: unsafe bound=0
procedure p(x: int) returns (y: int)
  ensures y > x;
{
  y := x;
  return; //~ postcondition
}
procedure main(x: int)
{
  var y: int;
  call y := p(x);
}

// check: safe bound=0
var g: int;
procedure unknown(x: int) returns (y: int);
  requires x > 0;
  modifies g;
  ensures y > x; //=> ensures y >= x;
  ensures g == old(g) + 1;
procedure main()
  modifies g;
{
  var y: int;
  g := 5;
  call y := unknown(1);
  assert y > 1;
  assert g == 6;
}

// verify: verified
// Calls do what the contract says, and only that.
var g: int;
var h: int;

procedure Add(x: int) returns (y: int)
  requires x >= 0;
  ensures y == x + 1; //=> ensures y >= x;
  ensures g == old(g) + x;
  modifies g;
{
  g := g + x;
  y := x + 1;
}

procedure Use()
  modifies g;
{
  var a, before: int;
  before := g;
  call a := Add(3); //=> call a := Add(0 - 3);
  assert a == 4;
  assert g == before + 3;
  assert h == old(h);
}

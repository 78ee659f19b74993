// check: safe bound=1 entry=main
// Each implementation has names of its own; what holds after a call holds for all of them.
var g: int;
procedure p(x: int) returns (r: int);
  requires x > 0;
  modifies g;
  ensures g > old(g);
implementation p(a: int) returns (b: int) { g := g + a; b := a; } //=> implementation p(a: int) returns (b: int) { g := g - a; b := a; }
implementation p(c: int) returns (d: int) { g := g + 1; d := 1; if (c > 3) { call d := p(c - 1); } }
procedure main()
{
  var r: int;
  g := 0;
  call r := p(2);
  assert g > 0;
  assert r == 1 || r == 2; //=> assert r == 1;
}

// check: safe bound=0 summaries=houdini
// What follows the guard of a candidate may be what is missing; the guard itself is any Boolean.
const {:existential true} b: bool;
axiom !b;
var x: int, y: int;
procedure work()
  modifies x, y;
  ensures b ==> x == 2 * y;
{
  y := y + 1;
  x := x + 2;
  if (*) { call work(); } else { x := 2 * y; } //=> if (*) { call work(); }
}
procedure main()
  modifies x, y;
{
  call work();
  assert x == 2 * y;
}

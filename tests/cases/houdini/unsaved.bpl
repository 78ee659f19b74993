// houdini: b
// An assertion that no candidate can save.
const {:existential true} a: bool;
const {:existential true} b: bool;
axiom !b;

procedure P(x: int) returns (r: int)
  ensures a ==> r == x;
  ensures b ==> r == x + 1; //=> ensures b ==> r == x;
{
  r := x + 1;
  assert x > 0; //~ assertion
}

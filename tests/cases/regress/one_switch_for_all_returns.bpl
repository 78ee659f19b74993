// houdini:
// A postcondition fails at one return or another; both were asked about with the other one switched off, as hard as they are.
const {:existential true} a: bool;
const {:existential true} b: bool;

procedure P(x: int, y: int, first: bool) returns (r: int)
  ensures a ==> r >= 0;
  ensures x == x;
  ensures b ==> r >= -1;
{
  // Factors that take the solver a while.
  assume 1 < x && x <= y && y < 200000;
  assume x * y == 1022117;
  if (first) {
    r := -1;
    return;
  }
  r := -2;
}

// verify: refuted
// The returns are in different parts, and the postcondition is looked at in both.
procedure P(x: int) returns (y: int)
  ensures y > 0;
{
  if (x > 0) {
    y := 1;
    return;
  }
  assert {:split_here} x <= 0;
  y := 0;
} //~ postcondition

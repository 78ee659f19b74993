// verify: refuted split
// A postcondition is looked at where each return is, by itself.
procedure P(x: int) returns (y: int)
  ensures y > 0;
{
  if (x > 0) {
    y := 1;
    return;
  }
  y := 0;
} //~ postcondition

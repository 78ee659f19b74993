// verify: refuted
// Each clause is reported once, at one of the returns where it fails.
procedure P(x: int) returns (r: int)
  ensures r > 1;
  ensures r < 10;
{
  if (x > 0) {
    r := 1;
    return; //~ postcondition
  }
  r := 20;
} //~ postcondition

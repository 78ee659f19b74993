// verify: refuted
// Where control falls off the end, the closing brace is the return.
procedure P(b: bool)
  ensures false;
{
  if (b)
  {
    assume b;
  }
  else
  {
    assume !b;
  }
} //~ postcondition

procedure Q(b: bool)
  ensures b;
{
  if (b) { return; }
} //~ postcondition

procedure R() returns (x: int)
  ensures x == 0;
{
  while (true)
  {
    if (x == 1) { break; }
    havoc x;
  }
} //~ postcondition

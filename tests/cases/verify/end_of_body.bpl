// verify: refuted
// Where control falls off the end, the return is where the branch ends; an empty branch ends where the body does.
procedure Branches(b: bool)
  ensures b;
{
  if (b)
  {
    assume b;
  }
  else
  {
    assume !b;
  } //~ postcondition
}

procedure Empty()
  ensures false;
{
  if (*)
  {
  }
  else
  {
  }
} //~ postcondition

procedure NoElse(b: bool)
  ensures b;
{
  if (b) { return; } //~ postcondition
}

procedure Break() returns (x: int)
  ensures x == 0;
{
  while (true)
  {
    if (x == 1)
    {
      break; //~ postcondition
    }
    havoc x;
  }
}

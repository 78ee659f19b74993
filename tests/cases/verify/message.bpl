// verify: refuted
procedure Callee(x: int);
  requires {:msg "x must be positive"} x > 0;

procedure P(x: int)
  ensures {:msg "never"} x == 1;
{
  call Callee(x); //~ precondition
  assert {:msg "not seven"} x != 7; //~ assertion
} //~ postcondition

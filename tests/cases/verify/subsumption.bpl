// verify: refuted
procedure P(x: int)
{
  assert x > 0; //~ assertion
  assert x > 0;
}

procedure Q(x: int)
{
  assert {:subsumption 0} x > 0; //~ assertion
  assert x > 0; //~ unconfirmed assertion
}

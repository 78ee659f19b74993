// verify: refuted
procedure {:verify false} Skipped()
{
  assert false;
}

procedure Looked()
{
  call Skipped();
  assert {:verified_under true} false;
  assert false; //~ assertion
}

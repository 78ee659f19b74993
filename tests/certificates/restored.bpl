var x: int;

procedure f()
  modifies x;
{
  if (*) { x := x + 1; call f(); x := x - 1; }
}

procedure {:entrypoint} main()
  modifies x;
{
  x := 0;
  call f();
  assert x == 0;
}

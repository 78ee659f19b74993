// check: unknown bound=0
// Results of threads have no meaning.
procedure worker() returns (r: int)
{
  r := 1;
}

procedure {:entrypoint} main()
{
  var r: int;
  async call r := worker();
  assert r == 1;
}

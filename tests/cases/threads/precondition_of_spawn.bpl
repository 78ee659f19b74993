// check: unsafe bound=0
var x: int;

procedure worker(n: int)
  requires x == n;
{
}

procedure {:entrypoint} main()
{
  x := 1;
  async call worker(2); //~ precondition
  x := 2;
}

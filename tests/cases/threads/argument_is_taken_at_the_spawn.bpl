// check: safe bound=0
var x: int;

procedure worker(n: int)
{
  assert n == 1; //=> assert x == 1;
}

procedure {:entrypoint} main()
{
  x := 1;
  async call worker(x);
  x := 2; //=> x := 2; assert false;
}

// check: unsafe bound=0
// A precondition is checked where the thread is spawned, and need not hold when it begins.
var x: int;

procedure worker(n: int)
  requires x == n;
{
  assert x == n; //~ assertion
}

procedure {:entrypoint} main()
{
  x := 1;
  async call worker(1);
  x := 2;
}

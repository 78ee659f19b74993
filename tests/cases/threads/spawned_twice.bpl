// check: safe-up-to-bound bound=1
// Within the bound, there are two threads.
var x: int;

procedure worker()
{
  var now: int;
  now := x;
  x := now + 1;
  assert now < 2; //=> assert now < 1;
}

procedure {:entrypoint} main()
{
  x := 0;
  while (*) {
    async call worker();
  }
}

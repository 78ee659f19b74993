// check: unsafe bound=2
// The third thread sees what the first two have done.
var x: int;

procedure worker()
{
  var now: int;
  now := x;
  x := now + 1;
  assert now < 2; //~ assertion
}

procedure {:entrypoint} main()
{
  x := 0;
  while (*) {
    async call worker();
  }
}

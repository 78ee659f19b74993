// check: safe bound=0
// The body of an atomic procedure is one step.
var x: int;
var done: bool;

procedure {:atomic} increment() //=> procedure increment()
{
  var now: int;
  now := x;
  x := now + 1;
}

procedure worker()
{
  call increment();
  done := true;
}

procedure {:entrypoint} main()
{
  x := 0;
  done := false;
  async call worker();
  call increment();
  assume done;
  assert x == 2; //=> assert x == 1;
}

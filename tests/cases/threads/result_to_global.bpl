// check: unsafe bound=0
// What a call returns is assigned in a step of its own.
var x: int;
var done: bool;

procedure next(n: int) returns (m: int)
{
  m := n + 1;
}

procedure worker()
{
  call x := next(x);
  done := true;
}

procedure {:entrypoint} main()
{
  x := 0;
  done := false;
  async call worker();
  call x := next(x);
  assume done;
  assert x == 2; //~ assertion
}

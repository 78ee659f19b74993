// check: safe bound=0
// Each thread has its own.
var {:thread_local} mine: int; //=> var mine: int;

procedure worker()
{
  mine := 2;
}

procedure {:entrypoint} main()
{
  mine := 1;
  async call worker();
  assert mine == 1; //=> assert mine == 2;
}

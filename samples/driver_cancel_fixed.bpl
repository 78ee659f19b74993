// rmt check samples/driver_cancel_fixed.bpl --bound 0 --contexts 3: safe up to bound 0 and 3 contexts
//
// The same driver: whoever takes the request out of the queue, in one step, completes it.
var pending: bool; // the request is in the queue
var completions: int; // how often it was completed

procedure complete()
{
  assert completions == 0; // a request is completed once
  completions := completions + 1;
}

procedure {:atomic} take() returns (mine: bool)
{
  mine := pending;
  pending := false;
}

procedure cancel()
{
  var mine: bool;
  call mine := take();
  if (mine) {
    call complete();
  }
}

procedure dispatch()
{
  var mine: bool;
  pending := true;
  if (*) {
    call mine := take();
    if (mine) {
      call complete();
    }
  }
}

procedure {:entrypoint} main()
{
  pending := false;
  completions := 0;
  async call dispatch();
  async call cancel();
}

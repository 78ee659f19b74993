// rmt check samples/driver_cancel.bpl --bound 0 --contexts 2: unsafe
//
// A driver whose dispatch routine queues a request, which its cancel routine may complete at any time: dispatch looks at
// the request once more after it has queued it.
var pending: bool; // the request is in the queue
var completions: int; // how often it was completed

procedure complete()
{
  assert completions == 0; // a request is completed once
  completions := completions + 1;
}

procedure cancel()
{
  if (pending) {
    pending := false;
    call complete();
  }
}

procedure dispatch()
{
  pending := true;
  if (*) {
    // The device is ready: the request is not needed any more.
    if (pending) {
      call complete();
      pending := false;
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

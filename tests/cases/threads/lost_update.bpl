// check: unsafe bound=0
// Between the read and the write of one thread, the other one writes.
var balance: int;
var done: [int]bool;

procedure deposit(me: int)
{
  var now: int;
  now := balance;
  balance := now + 1;
  done[me] := true;
}

procedure {:entrypoint} main()
{
  balance := 0;
  done[1] := false;
  done[2] := false;
  async call deposit(1);
  async call deposit(2);
  assume done[1] && done[2];
  assert balance == 2; //~ assertion
}

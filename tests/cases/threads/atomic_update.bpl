// check: safe bound=0
var balance: int;
var done: [int]bool;

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure deposit(me: int)
{
  var now: int;
  call corral_atomic_begin(); //=> assume true;
  now := balance;
  balance := now + 1;
  call corral_atomic_end();
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
  assert balance == 2; //=> assert balance == 1;
}

// check: safe bound=0
var flag: [int]bool;
var turn: int;
var inside: int;

procedure enter(me: int)
{
  flag[me] := true; //=> flag[me] := false;
  turn := 1 - me; //=> turn := me;
  assume !flag[1 - me] || turn == me;
  inside := inside + 1;
  assert inside == 1; //=> assert inside == 2;
  inside := inside - 1;
  flag[me] := false;
}

procedure {:entrypoint} main()
{
  flag := (lambda i: int :: false);
  turn := 0;
  inside := 0;
  async call enter(0);
  async call enter(1);
}

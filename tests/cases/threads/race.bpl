// check: safe bound=0
var a: [int]int;
var done: bool;

procedure work(i: int)
  modifies a;
{
  a[i] := i;
}

procedure {:entrypoint} {:race_free} main()
  modifies a, done;
{
  async call work(1);
  async call work(2); //=> async call work(1);
  done := true;
  a[3] := 4; //=> a[2] := 4;
}

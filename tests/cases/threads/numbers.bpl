// check: safe bound=0
// Threads have different numbers, and a thread keeps its own.
var one, two: int;

procedure corral_getThreadID() returns (t: int);
procedure corral_getChildThreadID() returns (t: int);

procedure worker()
{
  var a, b: int;
  call a := corral_getThreadID();
  one := a;
  call b := corral_getThreadID();
  assert a == b && a > 0; //=> assert a == b && a == 7;
}

procedure {:entrypoint} main()
{
  var me, child: int;
  one := 0;
  async call worker();
  call child := corral_getChildThreadID();
  call me := corral_getThreadID();
  assert me != child; //=> assert me == child;
  assert one == 0 || one == child; //=> assert one == 0;
}

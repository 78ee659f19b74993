// check: safe bound=0
// A thread that is spawned in an atomic section begins behind it.
var x: int;

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure worker()
{
  assert x == 1; //=> assert x == 0;
}

procedure {:entrypoint} main()
{
  x := 0;
  call corral_atomic_begin(); //=> assume true;
  async call worker();
  x := 1;
  call corral_atomic_end();
}

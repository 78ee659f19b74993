// check: safe bound=0 contexts=all
// A loop that the bound cuts off in front of a lock is no place between looking at the lock and taking it.
var m, x, most: int;

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure add() {
  var i: int;
  i := most;
  while (i < 1) {
    i := i + 1;
  }
  call corral_atomic_begin();
  assume m == 0;
  m := 1;
  call corral_atomic_end();
  x := x + 1;
  assert x == 1; //=> assert x == 0;
  x := 0;
  m := 0;
}

procedure {:entrypoint} main() {
  m := 0;
  x := 0;
  most := 1;
  async call add();
  most := 2;
  call add();
}

// check: unsafe bound=0 contexts=all
// A thread does not hold the lock of the one that has made it.
var m, g, done: int;

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure acquire() {
  call corral_atomic_begin();
  assume m == 0;
  m := 1;
  call corral_atomic_end();
}

procedure other() {
  call acquire();
  m := 0;
}

procedure count() {
  var x: int;
  x := g;
  g := x + 1;
  done := done + 1;
}

procedure {:entrypoint} main() {
  var x: int;
  m := 0;
  g := 0;
  done := 0;
  async call other();
  call acquire();
  async call count();
  m := 0;
  call acquire();
  x := g;
  g := x + 1;
  m := 0;
  assume done == 1;
  call acquire();
  assert g == 2; //~ assertion
}

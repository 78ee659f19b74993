// check: unsafe bound=0 contexts=all
// A lock is held on one way alone.
var m, g, done: int;

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure acquire() {
  call corral_atomic_begin();
  assume m == 0;
  m := 1;
  call corral_atomic_end();
}

procedure count() {
  var x, holds: int;
  holds := 0;
  if (*) {
    call acquire();
    holds := 1;
  }
  x := g;
  g := x + 1;
  if (holds == 1) {
    m := 0;
  }
  done := done + 1;
}

procedure {:entrypoint} main() {
  m := 0;
  g := 0;
  done := 0;
  async call count();
  async call count();
  assume done == 2;
  call acquire();
  assert g == 2; //~ assertion
}

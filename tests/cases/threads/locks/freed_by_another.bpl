// check: unsafe bound=0 contexts=all
// A lock that another thread gives back guards nothing.
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
  var x: int;
  call acquire();
  x := g;
  g := x + 1;
  m := 0;
  done := done + 1;
}

procedure {:entrypoint} main() {
  m := 0;
  g := 0;
  done := 0;
  async call count();
  async call count();
  m := 0;
  assume done == 2;
  call acquire();
  assert g == 2; //~ assertion
}

// check: unsafe bound=0 contexts=all
// Who sees that a lock is free and does not take it may go on when it is held.
var m, g: int;

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure acquire() {
  call corral_atomic_begin();
  assume m == 0;
  m := 1;
  call corral_atomic_end();
}

procedure writer() {
  call acquire();
  g := 1;
  g := 2;
  m := 0;
}

procedure {:entrypoint} main() {
  var x: int;
  m := 0;
  g := 0;
  async call writer();
  assume m == 0;
  x := g;
  assert x != 1; //~ assertion
}

// check: unsafe bound=0 contexts=all
// Who holds a lock reads that it is held.
var m: int;

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

procedure {:entrypoint} main() {
  var holds, x: int;
  m := 0;
  async call other();
  holds := 0;
  call corral_atomic_begin();
  if (*) {
    holds := 1;
    assume m == 0;
    m := 1;
  }
  assume holds == 1;
  x := m;
  assert x != 1; //~ assertion
  m := 0;
  call corral_atomic_end();
}

// check: unsafe bound=0 contexts=all
// Who tries to lock sees that the lock is held.
var m: int;

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure acquire() {
  call corral_atomic_begin();
  assume m == 0;
  m := 1;
  call corral_atomic_end();
}

procedure holder() {
  call acquire();
  m := 0;
}

procedure {:entrypoint} main() {
  var tried: bool;
  m := 0;
  async call holder();
  call corral_atomic_begin();
  tried := m == 0;
  if (tried) {
    m := 1;
  }
  call corral_atomic_end();
  assert tried; //~ assertion
}

// check: unsafe bound=0 contexts=all
// That a lock is free is assumed on one way alone.
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
  var seen: int;
  var tried: bool;
  m := 0;
  async call holder();
  call corral_atomic_begin();
  seen := m;
  tried := false;
  if (*) {
    tried := true;
    assume m == 0;
    m := 1;
  }
  call corral_atomic_end();
  assert seen == 0; //~ assertion
}

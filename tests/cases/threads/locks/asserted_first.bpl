// check: unsafe bound=0 contexts=all
// What is said of a lock before it is waited for may fail where it is held.
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
  m := 0;
  async call holder();
  call corral_atomic_begin();
  seen := m;
  assert seen == 0; //~ assertion
  assume seen == 0;
  m := 1;
  call corral_atomic_end();
}

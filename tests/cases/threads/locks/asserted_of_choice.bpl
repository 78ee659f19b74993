// check: unsafe bound=0 contexts=all
// What is asserted before a lock is waited for depends on it by the way that was taken.
var m: int;

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure holder() {
  call corral_atomic_begin();
  assume m == 0;
  m := 1;
  call corral_atomic_end();
  m := 0;
}

procedure {:entrypoint} main() {
  var seen, busy: int;
  m := 0;
  async call holder();
  call corral_atomic_begin();
  seen := m;
  if (seen == 1) { busy := 1; } else { busy := 0; }
  assert busy == 0; //~ assertion
  assume seen == 0;
  m := 1;
  call corral_atomic_end();
}

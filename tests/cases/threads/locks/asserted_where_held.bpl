// check: unsafe bound=0 contexts=all
// What is asserted before a lock is waited for stands where it is held.
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
  var seen, any: int;
  m := 0;
  async call holder();
  call corral_atomic_begin();
  seen := m;
  if (seen == 1) {
    assert any == 0; //~ assertion
  }
  assume seen == 0;
  m := 1;
  call corral_atomic_end();
}

// check: unsafe bound=0 contexts=all
// A lock that is held from the beginning on another way, where nobody takes it, is not free there.
var m, done: int;

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

procedure worker() {
  call acquire();
  call corral_atomic_begin();
  m := 0;
  done := 1;
  call corral_atomic_end();
}

procedure {:entrypoint} main() {
  var seen: int;
  m := 0;
  done := 0;
  if (*) {
    async call other();
    async call worker();
  } else {
    m := 1;
  }
  call corral_atomic_begin();
  assume done == 1;
  seen := m;
  assert seen == 0; //~ assertion
  call corral_atomic_end();
}

// check: safe-up-to-bound bound=1 contexts=all
// An execution that goes on beyond the bound where a lock is held is one, although the lock is waited for behind that.
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

procedure count(n: int) {
  assert n < 5; //=> assert n < 1;
  if (n < 6) {
    call count(n + 1);
  }
}

procedure {:entrypoint} main() {
  var seen: int;
  m := 0;
  async call holder();
  call corral_atomic_begin();
  seen := m;
  if (seen == 1) {
    call count(0);
  }
  assume seen == 0;
  m := 1;
  call corral_atomic_end();
}

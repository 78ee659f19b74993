// check: safe-up-to-bound bound=1 contexts=all
// Whoever asserts that a lock is free can tell that it is held, also where it is asked what is beyond the bound: there as well, the
// loop of who has taken it begins with what is read behind that.
var l, m: int;

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure holder() {
  var x: int;
  call corral_atomic_begin();
  assume l == 0;
  l := 1;
  call corral_atomic_end();
  call corral_atomic_begin();
  assume m == 0;
  m := 1;
  call corral_atomic_end();
  x := l;
  while (x < 5) {
    x := x + 1;
    assert x < 5; //=> assert x < 2;
  }
  m := 0;
  l := 0;
}

procedure {:entrypoint} main() {
  l := 0;
  m := 0;
  async call holder();
  call corral_atomic_begin();
  assume l == 0;
  l := 1;
  call corral_atomic_end();
  assert m == 0;
  l := 0;
}

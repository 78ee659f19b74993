// check: unsafe bound=4 contexts=all
// The violation of asserted_free.bpl is far beyond the bound there.
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
    assert x < 5; //~ assertion
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

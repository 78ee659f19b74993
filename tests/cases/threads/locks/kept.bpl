// check: unsafe bound=0 contexts=all
// A thread that ends with a lock leaves all others waiting; one that waits for two holds the first.
var m, g: int;

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure acquire() {
  call corral_atomic_begin();
  assume m == 0;
  m := 1;
  call corral_atomic_end();
}

procedure keeper() {
  call acquire();
  g := g + 1;
}

procedure {:entrypoint} main() {
  m := 0;
  g := 0;
  async call keeper();
  async call keeper();
  assert g != 1; //~ assertion
}

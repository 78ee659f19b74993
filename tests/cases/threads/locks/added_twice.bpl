// check: unsafe bound=0 contexts=all
// A step that may add reads what it has added.
var g: int;

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure twice() {
  var y: int;
  call corral_atomic_begin();
  if (*) {
    g := g + 1;
  }
  y := g;
  g := y + 1;
  assert y != 2; //~ assertion
  call corral_atomic_end();
}

procedure {:entrypoint} main() {
  g := 0;
  async call twice();
  g := g + 1;
}

// check: unsafe bound=0 contexts=all
// Who sets a lock without a look at it does not hold it.
var m, g, done: int;

procedure count() {
  var x: int;
  m := 1;
  x := g;
  g := x + 1;
  m := 0;
  done := done + 1;
}

procedure {:entrypoint} main() {
  m := 0;
  g := 0;
  done := 0;
  async call count();
  async call count();
  assume done == 2;
  m := 1;
  assert g == 2; //~ assertion
}

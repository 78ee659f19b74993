// check: unsafe bound=0 contexts=all
// A flag that two threads set does not say which of them has come so far.
var g, flag: int;

procedure writer() {
  g := 1;
  g := 2;
  flag := 1;
}

procedure other() {
  flag := 1;
}

procedure {:entrypoint} main() {
  var x: int;
  g := 0;
  flag := 0;
  async call writer();
  async call other();
  assume flag == 1;
  x := g;
  assert x != 1; //~ assertion
}

// check: unsafe bound=0 contexts=all
// A flag was seen on one way alone.
var g, flag: int;

procedure writer() {
  g := 1;
  g := 2;
  flag := 1;
}

procedure {:entrypoint} main() {
  var x: int;
  g := 0;
  flag := 0;
  async call writer();
  if (*) {
    assume flag == 1;
  }
  x := g;
  assert x != 1; //~ assertion
}

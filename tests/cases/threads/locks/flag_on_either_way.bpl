// check: unsafe bound=0 contexts=all
// A flag that is set on two ways, one of which has waited for the writer, does not say that he has come so far.
var g, f, flag: int;

procedure writer() {
  g := 1;
  g := 2;
  f := 1;
}

procedure other() {
  if (*) {
    assume f == 1;
    flag := 1;
  } else {
    flag := 1;
  }
}

procedure {:entrypoint} main() {
  var x: int;
  g := 0;
  f := 0;
  flag := 0;
  async call writer();
  async call other();
  assume flag == 1;
  x := g;
  assert x != 1; //~ assertion
}

// check: unsafe bound=0 contexts=all
// The same as flag_on_either_way, the ways being turned: which write comes first in the text says nothing.
var g, f, flag: int;

procedure writer() {
  g := 1;
  g := 2;
  f := 1;
}

procedure other() {
  if (*) {
    flag := 1;
  } else {
    assume f == 1;
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

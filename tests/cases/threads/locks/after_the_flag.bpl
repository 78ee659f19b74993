// check: unsafe bound=0 contexts=all
// What a thread does behind the flag that it sets is not seen by who has waited for it.
var g, flag: int;

procedure writer() {
  flag := 1;
  g := 1;
  g := 2;
}

procedure {:entrypoint} main() {
  var x: int;
  g := 0;
  flag := 0;
  async call writer();
  assume flag == 1;
  x := g;
  assert x != 1; //~ assertion
}

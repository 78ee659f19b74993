// explore: unsafe bound=3
// The twin that fails.

procedure main() {
  var i: int;
  i := 0;
  while (i < 3) { i := i + 1; }
  assert i == 4; //~ assertion
}

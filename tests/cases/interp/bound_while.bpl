// explore: safe bound=3
// At bound 3 the back edge is taken three times, so the loop runs to its end.

procedure main() {
  var i: int;
  i := 0;
  while (i < 3) { i := i + 1; }
  assert i == 3;
}

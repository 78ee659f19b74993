// explore: safe bound=2
// The inner loop's count starts afresh at each entry.

procedure main() {
  var i, j, n: int;
  i := 0; n := 0;
  while (i < 2) {
    j := 0;
    while (j < 2) { j := j + 1; n := n + 1; }
    i := i + 1;
  }
  assert n == 4;
}

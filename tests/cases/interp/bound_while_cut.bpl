// explore: cut bound=2
// At bound 2 it does not get there.

procedure main() {
  var i: int;
  i := 0;
  while (i < 3) { i := i + 1; }
  assert i == 4;
}

// explore: cut bound=1
// A do-while loop by goto: the third pass is out of reach.

procedure main() {
  var i: int;
  i := 0;
body:
  i := i + 1;
  assert i != 3;
  goto body, out;
out:
}

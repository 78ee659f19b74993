// explore: unsafe bound=2
// A do-while loop by goto: the third pass is after two back edges.

procedure main() {
  var i: int;
  i := 0;
body:
  i := i + 1;
  assert i != 3; //~ assertion
  goto body, out;
out:
}

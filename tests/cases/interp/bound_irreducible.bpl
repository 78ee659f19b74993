// explore: unsafe bound=1
// Two entries into one loop; the head is a, which the search meets first: entering at b, the way back to a counts.

procedure main() {
  var n: int;
  n := 0;
  goto a, b;
a:
  n := n + 1;
  goto b;
b:
  n := n + 10;
  assert n != 21; //~ assertion
  goto a, out;
out:
}

// explore: unsafe bound=3
// An invariant is checked at each arrival.

procedure main() {
  var i: int;
  i := 0;
  while (i < 3)
    invariant i < 3; //~ loop invariant
  {
    i := i + 1;
  }
}

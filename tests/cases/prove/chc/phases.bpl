// prove: chc => safe, mutants unsafe
// First one counter moves, then the other.
procedure main()
{
  var x, y: int;
  x, y := 0, 5;
  while (x < 10) {
    if (x < 5) {
      x := x + 1;
    } else {
      x := x + 1;
      y := y + 1;
    }
  }
  assert y == 10; //=> assert y == 9;
}

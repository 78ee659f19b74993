// prove: chc => safe, mutants unsafe
// Of two positive numbers, subtracting the smaller from the larger leaves positive numbers.
procedure main(a: int, b: int)
  requires a > 0 && b > 0;
{
  var x, y: int;
  x, y := a, b;
  while (x != y) {
    if (x > y) { //=> if (x >= y - 1) {
      x := x - y;
    } else {
      y := y - x;
    }
    assert x > 0 && y > 0;
  }
}

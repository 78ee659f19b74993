// prove: chc => safe, mutants unsafe
// Values of a type without operations.
type Key;
procedure main(a: Key, b: Key)
  requires a != b;
{
  var x, y, swap: Key;
  x, y := a, b;
  while (*) {
    swap := x;
    x := y;
    y := swap; //=> if (*) { y := swap; }
  }
  assert x != y;
}

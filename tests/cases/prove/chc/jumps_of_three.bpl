// prove: chc => safe, mutants unsafe
// Congruence modulo three.
procedure main()
{
  var x: int;
  x := 1;
  while (*) {
    if (*) { x := x + 3; } else { x := x - 6; } //=> if (*) { x := x + 3; } else { x := x - 5; }
  }
  assert x != 0;
}

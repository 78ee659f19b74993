// prove: chc => safe, mutants unsafe
// A constant that an axiom is about.
const step: int;
axiom step > 0;
procedure main()
{
  var x: int;
  x := 0;
  while (*) {
    x := x + step;
  }
  assert x >= 0; //=> assert x != 2 * step;
}

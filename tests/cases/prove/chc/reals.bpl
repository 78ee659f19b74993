// prove: chc => safe, mutants unsafe
// Halves stay below one.
procedure main()
{
  var x: real;
  x := 0.0;
  while (*) {
    x := (x + 1.0) / 2.0; //=> x := (x + 1.5) / 2.0;
  }
  assert x < 1.0;
}

// prove: chc => safe, mutants unsafe
// An even number stays even.
procedure main()
{
  var x: int;
  x := 0;
  while (*) {
    x := x + 2; //=> if (x == 4) { x := x + 1; } else { x := x + 2; }
  }
  assert x mod 2 == 0;
}

// prove: shrink => safe
// What a callee requires is asserted where it was called, of whom nothing is left.
var g: int;

procedure {:entrypoint} main(n: int)
  modifies g;
{
  var i: int;

  i := 0;
  g := 0; //=> g := -1;
  while (i < n) {
    call step(i);
    i := i + 1;
  }
  assert g >= 0;
}

procedure step(x: int)
  requires x >= 0;
  modifies g;
  ensures g >= 0;
{
  if (g < x) { g := x; }
}

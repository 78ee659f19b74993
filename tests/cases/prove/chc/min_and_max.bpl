// prove: chc => safe, mutants unsafe
// The smallest is not above the largest.
procedure main()
{
  var lo, hi, x: int;
  havoc x;
  lo, hi := x, x;
  while (*) {
    havoc x;
    if (x < lo) { lo := x; }
    if (x > hi) { hi := x; } //=> if (x > hi) { hi := x; } if (x == 7) { lo := 8; hi := 7; }
  }
  assert lo <= hi;
}

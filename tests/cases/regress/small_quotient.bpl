// prove: shape => unknown
// The quotient of the least number of 128 bits and -1 is none of these: that was a panic.
var {:heap "next"} {:unobserved} next: int;
var {:heap "live"} live: [int]bool;
procedure {:entrypoint} main()
  modifies next;
{
  var p, x: int;
  next := 1048576;
  p := next;
  next := next + 1048576;
  x := 0 - 170141183460469231731687303715884105727;
  x := x - 1;
  x := x div (0 - 1);
  while (*) {
    assert x != 5;
  }
}

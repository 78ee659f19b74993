// prove: shape => unknown
// A function that calls itself was followed for ever.
var {:heap "next"} {:unobserved} next: int;
var {:heap "live"} live: [int]bool;
function f(x: int): int { if x <= 0 then 0 else f(x - 1) }
procedure {:entrypoint} main()
  modifies next;
{
  var p, x: int;
  next := 1048576;
  p := next;
  next := next + 1048576;
  while (*) {
    x := f(x);
    assert x >= 0;
  }
}

// prove: shape => unknown
// What lies behind a block's room is the next block. It was taken for a cell of its own; only the confirmation of
// steps told of it.
var {:heap "next"} {:unobserved} next: int;
var {:heap "live"} live: [int]bool;
var M: [int]int;
procedure {:entrypoint} main()
  modifies next, M;
{
  var p, q, x: int;
  next := 1048576;
  p := next;
  next := next + 1048576;
  q := next;
  next := next + 1048576;
  M[q] := 0;
  havoc x;
  if (x == 99) {
    M[p + 1048576] := 1;
  }
  while (*) {
    assert M[q] == 0;
  }
}

// prove: shape => unknown
// Memory begins again in each round, so each block is where the one before was. They were taken for different ones; only the
// confirmation of steps told of it.
var {:heap "next"} {:unobserved} next: int;
var {:heap "live"} live: [int]bool;
procedure {:entrypoint} main()
  modifies next;
{
  var p, q, x: int;
  p := 0;
  while (*) {
    next := 1048576;
    q := next;
    next := next + 1048576;
    havoc x;
    assert x == 99 ==> p != q;
    p := q;
  }
}

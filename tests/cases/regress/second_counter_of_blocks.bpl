// prove: shape => unknown
// A second variable that is declared to count addresses is one that threads share. It was taken for one of each
// thread's own; only the confirmation of steps told of it.
var {:heap "next"} {:unobserved} next: int;
var {:heap "live"} live: [int]bool;
var {:heap "next"} other: int;
procedure {:entrypoint} main()
  modifies next, other;
{
  var p: int;
  next := 1048576;
  p := next;
  next := next + 1048576;
  other := 0;
  async call worker(p);
  while (*) {
    assert other == 0;
  }
}
procedure worker(a: int)
  modifies other;
{
  var x: int;
  havoc x;
  if (x == 99) {
    other := 1;
  }
}

// prove: shape => unknown
// The last that a thread does is a write behind which it cannot be interrupted. It was dropped with the thread, and proved.
var {:heap "next"} {:unobserved} next: int;
var {:heap "live"} live: [int]bool;
var s: int;
procedure {:entrypoint} main()
  modifies next, s;
{
  var p: int;
  next := 1048576;
  p := next;
  next := next + 1048576;
  s := 0;
  async call worker(p);
  while (*) {
    assert s == 0;
  }
}
procedure worker(a: int)
  modifies s;
{
  s := {:unobserved} 1;
}

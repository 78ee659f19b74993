// prove: shape => unknown
// A thread ends in the midst of an atomic section: what it did there stays. It was dropped with the thread, and proved.
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
  assume {:atomic "begin"} true;
  s := 1;
}

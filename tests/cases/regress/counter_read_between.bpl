// prove: shape => unknown
// A counter of the heap is counted up through `t`, which is looked at again: that was dropped, and proved.
var {:heap "cells"} memory: [int]int;
var {:heap "next"} {:unobserved} next: int;
var {:heap "size"} {:unobserved} size: [int]int;
var {:heap "live"} live: [int]bool;
var {:heap "dynamic"} {:unobserved} dynamic: [int]bool;
var {:heap "count"} {:unobserved} count: int;

procedure {:entrypoint} main()
  modifies next, size;
{
  var p: int;
  next := 1048576;
  p := next;
  next := next + 1048576;
  while (true) {
    async call worker(p);
  }
}

procedure worker(a: int)
  modifies next, size;
{
  var t, p: int;
  if (*) {
    t := 0;
    p := {:block "block#", "[4]", p, 4} next;
    t := next + 1048576;
    next := t;
    assert t == 0;
    size[p] := {:unobserved} 4;
  }
}

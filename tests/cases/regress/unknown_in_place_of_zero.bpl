// prove: shape => unknown
// Something unknown is put where the map was zero from the start. Blocks out of scope were said to have the zero, and that was
// proved.
function {:builtin "MapConst"} all(x: int): [int]int;
var {:heap "next"} {:unobserved} next: int;
var {:heap "live"} live: [int]bool;
var M: [int]int;
var N: [int]int;
procedure {:entrypoint} main()
  modifies next, M, N;
{
  var p, r, t: int;
  M := all(0);
  next := 1048576;
  r := next;
  next := next + 1048576;
  N[r] := 0;
  while (*) {
    p := next;
    next := next + 1048576;
    havoc t;
    M[p] := t;
    N[r] := p;
  }
  while (*) {
    async call worker(r);
  }
}
procedure worker(r: int)
{
  var q: int;
  q := N[r];
  if (q != 0) {
    assert M[q] != 99;
  }
}

// prove: shape => safe
// Only a pointer to somewhere in it leads to the array that a thread has by itself: the prover came to the loop for ever.
var {:heap "next"} {:unobserved} next: int;
var {:heap "live"} live: [int]bool;
var M: [int]int;
var s: int;
procedure {:entrypoint} main()
  modifies next, live, M, s;
{
  next := 1048576;
  while (*) {
    async call worker();
  }
}
procedure worker()
  modifies next, live, M, s;
{
  var p, q, i: int;
  p := next;
  next := next + 1048576;
  live[p] := true; //=> live[p] := s > 0;
  havoc i;
  assume 0 <= i && i < 10;
  q := p + i;
  while (*) {
    assert live[q - q mod 1048576];
    M[q] := 1;
    s := s + M[q];
  }
}

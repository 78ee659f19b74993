// prove: shape => unknown
// A number that is the address of the first block. It was taken for the address of the variable that threads share.
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
  while (*) {
    async call worker(p);
  }
}
procedure worker(a: int)
  modifies s;
{
  s := s + 1;
  assert a != 1048576;
}

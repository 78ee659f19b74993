// prove: descent => unknown
// A block is freed through a variable that is about to get the address of another block: it is that of the old one.
function {:builtin "MapConst"} everywhere(x: bool): [int]bool;
var {:heap "next"} after: int;
var {:heap "size"} bytes: [int]int;
var {:heap "live"} lives: [int]bool;
procedure {:entrypoint} main()
{
  var t, n, p, i: int;
  lives := everywhere(false);
  after := 1000;
  havoc n;
  assume 1 <= n && n <= 50;
  t := {:block t, n} after;
  after := after + 100;
  bytes[t] := n;
  lives[t] := true;
  p := t;
  lives[t] := false;
  t := {:block t, n} after;
  after := after + 100;
  bytes[t] := n;
  lives[t] := true;
  i := 0;
  while (i < n) {
    i := i + 1;
  }
  assert lives[p - p mod 100] && (p - p mod 100 <= p && p - (p - p mod 100) + 1 <= bytes[p - p mod 100]);
}

// prove: descent => unknown
// A block is freed through a variable that is about to get the address of another block: it is that of the old one.
function {:builtin "MapConst"} everywhere(x: bool): [int]bool;
var $next: int;
var $size: [int]int;
var $live: [int]bool;
procedure {:entrypoint} main()
{
  var t, n, p, i: int;
  $live := everywhere(false);
  $next := 1000;
  havoc n;
  assume 1 <= n && n <= 50;
  t := {:block t, n} $next;
  $next := $next + 100;
  $size[t] := n;
  $live[t] := true;
  p := t;
  $live[t] := false;
  t := {:block t, n} $next;
  $next := $next + 100;
  $size[t] := n;
  $live[t] := true;
  i := 0;
  while (i < n) {
    i := i + 1;
  }
  assert $live[p - p mod 100] && (p - p mod 100 <= p && p - (p - p mod 100) + 1 <= $size[p - p mod 100]);
}

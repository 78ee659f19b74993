// explore: safe ints=0..1
// Maps: extensional, canonical over few indices, lambdas, combinators.

type Set = [int]bool;
function {:builtin "MapConst"} none(b: bool) returns (Set);
function {:builtin "MapOr"} union(a: Set, b: Set) returns (Set);
function {:builtin "MapNot"} complement(a: Set) returns (Set);

var m: [bool]bv2;
var s: Set;

procedure main() {
  var a, b: [bool]bv2;
  var t: Set;
  var n: [int][int]int;
  // Equal wherever one looks: equal.
  a := m[false := 1bv2][true := 2bv2];
  b := m[true := 2bv2][false := 1bv2];
  assert a == b && a[true := 1bv2][false := 2bv2] != a;
  assume (forall x: bool :: a[x] == m[x]);
  assert a == m && m[true] == 2bv2;

  t := none(false)[1 := true][2 := true];
  assert t[1] && t[2] && !t[3];
  assert t[1 := false][2 := false] == none(false);
  assert union(t, none(false)[3 := true]) == none(false)[3 := true][2 := true][1 := true];
  assert complement(complement(t)) == t && complement(t) != t;
  assert t == (lambda i: int :: i == 1 || i == 2);
  assert (lambda i: int :: if t[i] then 5 else 6)[1] == 5;
  assert (lambda i: int :: i * 2)[21] == 42;
  assert (forall i: int :: t[i] ==> i > 0 && i < 3);
  assert (exists i: int :: t[i] && i > 1);
  assert !(exists i: int :: t[i] && i > 2);
  assert !(forall i: int :: 1 <= i && i <= 3 ==> t[i]);

  n := (lambda i: int :: (lambda j: int :: 0));
  n[1][2] := 3;
  assert n[1][2] == 3 && n[2][1] == 0 && n[1][1] == 0;
  assert (forall i: int, j: int :: n[i][j] != 0 ==> i == 1 && j == 2);
}

// rmt check samples/recursion.bpl --bound 2: unsafe
//
// Balanced search trees, built recursively: `build` makes a tree of the keys lo to hi - 1 in an arena of nodes, `height`
// and `sum` walk it. The sum is right. The last claim holds for perfect trees alone: a tree of two keys has height 2.
type Node = int;

const nil: Node;
axiom nil == 0;

var key: [Node]int;
var left, right: [Node]Node;
var next: Node;

procedure build(lo: int, hi: int) returns (root: Node)
  modifies key, left, right, next;
{
  var middle: int;
  var l, r: Node;

  if (lo >= hi) {
    root := nil;
    return;
  }
  middle := (lo + hi) div 2;
  root := next;
  next := next + 1;
  call l := build(lo, middle);
  call r := build(middle + 1, hi);
  key[root], left[root], right[root] := middle, l, r;
}

procedure height(t: Node) returns (h: int)
{
  var l, r: int;

  if (t == nil) {
    h := 0;
    return;
  }
  call l := height(left[t]);
  call r := height(right[t]);
  h := 1 + (if l > r then l else r);
}

procedure sum(t: Node) returns (s: int)
{
  var l, r: int;

  if (t != nil) {
    call l := sum(left[t]);
    call r := sum(right[t]);
    s := l + key[t] + r;
  } else {
    s := 0;
  }
}

procedure main(n: int)
  requires 0 <= n;
  modifies key, left, right, next;
{
  var root: Node;
  var h, s: int;

  next := 1;
  call root := build(0, n);
  call s := sum(root);
  assert {:msg "0 + 1 + … + (n - 1)"} 2 * s == n * (n - 1);
  call h := height(root);
  assert {:msg "a tree of height h has at least 2^h - 1 keys"} n >= power2(h) - 1;
}

function power2(n: int): int
{
  if n <= 0 then 1 else 2 * power2(n - 1)
}

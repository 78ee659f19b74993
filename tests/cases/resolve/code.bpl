// resolve: ok

var g: int;
function f<a>(x: a): List a;
type List _;

procedure main(x: int) returns (y: bool)
  requires |{ var l: int; start: l := x; goto one, two; one: assume l > 0; return l > g; two: return true; }|;
  ensures |{ start: return old(g) == g; }|;
{
  y := |{ var k: int; A: havoc k; return k > x; }|;
  assert (forall z: int :: |{ B: assume z > 0; return z + x > g; }|);
  assert |{ var l: List int; C: l := f(x); return f(3) == l; }|;
}

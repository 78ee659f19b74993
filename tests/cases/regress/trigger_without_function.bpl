// check: unsafe bound=0
// Once functions are expanded, a trigger may be a variable, or logic.
function {:inline} same(x: int) returns (int) { x }
function {:inline} either(x: int, y: int) returns (bool) { x == y || g(x) > 0 }
function g(x: int) returns (int);

procedure main(n: int)
{
  assume (forall i: int :: {same(i)} g(i) >= 0) && (forall i: int :: {either(i, 3)} {g(same(i))} g(i) < 9);
  assert g(n) == 8; //~ assertion
}

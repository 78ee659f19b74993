// check: safe bound=0
// That a type has two elements, or a datatype one, is said of their values and of what these are made of.
type T;
function f(T): bool;
axiom (forall x, y: T :: f(x) == f(y) ==> x == y);
type U;
datatype Box { Box(content: U) }
const box: Box;
axiom (forall b: Box :: b == box); //=> axiom (forall b: Box :: b == b);
procedure main(p: T, q: T, r: T, v: U, w: U)
{
  assert p == q || q == r || p == r; //=> assert p == q;
  assert v == w;
}

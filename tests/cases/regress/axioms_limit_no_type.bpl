// check: unsafe bound=0
// Axioms that are about how many elements a type has, and may stay out of it: the solver finds no model of them.
type T;
const first: T;
function next(T): T;
function number(T): int;
function numbered(int): T;
axiom (forall x: T :: numbered(number(x)) == x && number(x) > 0);
axiom (forall i: int :: i > 0 ==> number(numbered(i)) == i);
axiom (forall x, y: T :: next(x) == next(y) ==> x == y);
axiom (forall x: T :: x != first ==> next(x) != x);
procedure main(x: T, y: T)
{
  assert x == y; //~ assertion
}

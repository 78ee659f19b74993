// check: safe bound=0
// A type with one element has no two unique constants; no query mentions either.
type T;
axiom (forall x, y: T :: x == y); //=> axiom (forall x: T :: x == x);
const unique a, b: T;
procedure main()
{
  assert false;
}

// check: safe bound=0
// That a type has one element matters to who mentions none of the symbols that say so.
type T;
const a: T;
axiom (forall x: T :: x == a); //=> axiom (forall x: T :: x == x || x == a);
procedure main(x: T, y: T, m: [T]int, n: [T]int)
{
  assert m[x] == n[y] ==> m == n;
  assert x == y;
}

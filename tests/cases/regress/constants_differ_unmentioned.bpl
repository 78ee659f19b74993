// check: safe bound=0
// A type with two constants that differ has two elements, whoever mentions them.
type T;
const a, b: T;
axiom a != b; //=> axiom a != b || a == b;
type U;
const unique c, d: U;
procedure main(x: T, y: U)
{
  if (*) { assume (forall z: U :: z == y); } else { assume (forall z: T :: z == x); }
  assert false;
}

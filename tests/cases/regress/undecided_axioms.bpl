// verify: refuted
// Axioms that no trigger brings to bear: `g` has no value yet, but not every value of `h` leaves one for it.
function g(int): int;
function h(int): int;
axiom (forall x: int :: { g(x) } g(x) == 3 * x);
axiom (forall x: int :: { g(x) } g(x) < h(x));
procedure P(a: int)
{
  assert 3 * a < h(a); //~ undecided assertion
}

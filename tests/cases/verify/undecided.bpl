// verify: refuted
// No trigger instantiates the axiom: the solver cannot tell.
function f(int): int;
axiom (forall x: int :: { f(x) } f(x) > x);

procedure P(a: int)
{
  assert (exists y: int :: { f(y) } f(y) > 100 + a); //~ undecided assertion
}

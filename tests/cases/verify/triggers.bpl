// verify: verified
// Triggers say when an axiom is used.
function f(int): int;
function g(int): int;
axiom (forall x: int :: { g(x) } f(x) == x + 1); //=> axiom (forall x: int :: { g(x) } f(x) == x);

procedure P(a: int)
{
  assume g(a) == 0;
  assert f(a) == a + 1;
}

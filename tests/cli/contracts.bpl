// For the commands that look at procedures by themselves: one is verified, one is not, one cannot be decided.
const {:existential true} up: bool;
const {:existential true} small: bool;

function f(int): int;
axiom (forall x: int :: { f(x) } f(x) > x);

procedure Good(n: int) returns (r: int)
  requires n >= 0;
  ensures up ==> r >= n;
  ensures small ==> r <= n;
{
  r := n + 1;
}

procedure Bad(n: int)
{
  assert n > 0;
}

procedure Unsure(a: int)
{
  assert (exists y: int :: { f(y) } f(y) > 100 + a);
}

// verify: refuted
// What a trigger mentions, or what the solver may choose as one, stays there to be matched.
function Twice(x: int): int { x + x }
function {:inline} Thrice(x: int): int { 3 * x }
function f(int): int;
function g(int): int;
function h(int): int;
axiom (forall x: int :: Twice(x) == f(x));
axiom (forall x: int :: Thrice(x) == g(x));
axiom (forall x: int :: { f(x) } f(x) < h(x));
axiom (forall x: int :: { g(x) } g(x) < h(x));

procedure P(a: int)
{
  assert Twice(a) < h(a);
}

procedure Q(a: int)
{
  assert Thrice(a) < h(a); //~ undecided assertion
}

procedure R(a: int)
{
  assume g(a) > 0;
  assert Thrice(a) < h(a);
}

function Big(x: int): bool { x > 100 }
function size(int): int;
axiom (forall x: int :: { Big(x) } Big(x) ==> size(x) == 2);

procedure S(a: int)
{
  assume Big(a);
  assert size(a) == 2 && a > 100;
  assert size(a) == 3; //~ assertion
}

// check: safe bound=0
// A polymorphic entry is checked at a type of which nothing is known.
function f<a>(x: a): int;
axiom (forall<a> x: a :: f(x) > 0); //=> axiom (forall x: int :: f(x) > 0);
procedure main<a>(x: a, y: a)
{
  assert f(x) > 0;
  assert x == y ==> f(x) == f(y); //=> assert f(x) == f(y);
}

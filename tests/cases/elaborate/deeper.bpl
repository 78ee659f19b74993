// elaborate: ok
// An axiom that leads to ever more types is instantiated to a depth.
type C _;
function wrap<a>(x: a): C a;
function size<a>(x: a): int;

axiom (forall<a> x: a :: size(wrap(x)) == size(x) + 1); //~ WARNING ever more types

procedure main()
{
  assert size(wrap(1)) == size(1) + 1;
}

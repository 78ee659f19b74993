// elaborate: ok
// Quantifiers of one assertion have types of their own; assertions share them.
type C _;
function p<a>(x: C a): bool;
function all(b: bool): bool { b && (forall<a> x: C a :: p(x)) }

procedure nested()
{
  assert (forall<a> x: C a :: (forall<b> y: C b :: p(x) == p(y)));
}

procedure siblings(b, c: bool)
{
  assert (forall<a> x: C a :: p(x)) || (forall<b> x: C b :: !p(x));
  assert all(b) || all(c);
}

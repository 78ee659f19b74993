// elaborate: error
type C _;
function p<a>(x: C a): bool;
function q<a>(n: int, x: C a): bool;

procedure value() returns (r: bool)
{
  r := (forall<a> x: C a :: p(x)); //~ ERROR whose value is used
}

procedure dependent()
{
  assert (exists n: int :: (forall<a> x: C a :: q(n, x))); //~ ERROR asserts something of each value
}

procedure clause()
  requires (exists<a> x: C a :: p(x)); //~ ERROR a quantifier over types
{
}

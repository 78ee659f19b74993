// elaborate: ok
// What becomes of a quantifier over types depends on its place.
type C _;
function p<a>(x: C a): bool;
function all(): bool { (forall<a> x: C a :: p(x)) }
function holds(n: int): bool;
const c: C int;

// The instances, and for the other direction nothing: the type may depend on n.
axiom (forall n: int :: holds(n) <==> (forall<a> x: C a :: p(x))); //~ WARNING is not assumed
axiom (exists<a> x: C a :: !p(x));

procedure assumes()
{
  assume p(c);
  assume (forall<a> x: C a :: p(x));
  assume !(forall<a> x: C a :: !p(x)); //~ WARNING is not assumed
  assume all();
}

procedure asserts()
{
  assert (forall<a> x: C a :: p(x));
  assert (exists<a> x: C a :: p(x));
  assert all();
}

procedure clause()
  requires (forall<a> x: C a :: p(x));
{
}

// Values of different types are different.
procedure equality<a, b>(x: a, y: b) returns (r: bool)
{
  r := x == y;
}

procedure calls()
{
  var r: bool;
  call r := equality(1, 2);
  call r := equality(1, true);
}

// elaborate: ok
// Functions, types and axioms are copied for the types in use.
type C _;
type Unused _;

function f<a>(x: C a): a;
function g<a>(x: C a): a;
function id<a>(x: a): a { x }
function none<a>(): C a;
function unused<a>(x: Unused a): bool;
function pair<a, b>(x: a, y: b): int;

axiom (forall<a> x: C a :: { f(x) } f(x) == g(x));
axiom (forall<a> x: Unused a :: unused(x));
axiom (forall<a, b> x: a, y: b :: pair(x, y) == pair(y, x));
axiom (forall<a> x: a :: id(x) == x);

const ci: C int;
const cb: C bool;

procedure main()
{
  var n: int;
  n := f(ci);
  assert id(n) == g(ci);
  assert g(cb) == f(cb);
  assert pair(n, true) == pair(true, n);
  assert f(none() : C bool);
}

// check: safe bound=0
type C _;
function f<a>(x: C a): a;
function g<a>(x: C a): a;
axiom (forall<a> x: C a :: { f(x) } f(x) == g(x)); //=> axiom true;
const c: C int;
const d: C bool;
procedure main()
{
  assert f(c) == g(c);
  assert f(d) ==> g(d);
}

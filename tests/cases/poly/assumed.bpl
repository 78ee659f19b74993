// check: safe bound=0
type C _;
function p<a>(x: C a): bool;
function q<a>(x: C a): bool;
const c: C int;
axiom (forall<a> x: C a :: p(x) ==> q(x)); //=> axiom (forall x: C int :: p(x) ==> q(x));
procedure main()
{
  assume (forall<a> x: C a :: p(x)); //=> assume (forall x: C bool :: p(x));
  assert q(c);
  assert (forall<a> x: C a :: q(x));
}

// check: unsafe bound=0
// An assertion about all types is no assertion about the types in use.
type C _;
function p<a>(x: C a): bool;
const c: C int;
procedure main()
{
  assume (forall x: C int :: p(x));
  assert p(c);
  assert (forall<a> x: C a :: p(x)); //~ assertion
}

// check: unsafe bound=0
// Maps that agree wherever the program looks may differ elsewhere.
type Field _;
var m: <a>[Field a]a;
var n: <a>[Field a]a;
const f: Field int;
procedure main()
{
  assume (forall x: Field int :: m[x] == n[x]);
  assert m[f] == n[f];
  assert m == n; //~ assertion
}

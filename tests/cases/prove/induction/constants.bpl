// prove: induction => safe, mutants unsafe
// What axioms say of constants is no sample's matter.
const n: int;
axiom n > 0;

procedure main()
{
  var i: int;
  i := 0;
  while (i < n) { //=> while (i <= n) {
    i := i + 1;
  }
  assert i == n;
}

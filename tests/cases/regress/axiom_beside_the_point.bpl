// prove: execution => unsafe
// Axioms about what the execution does not look at do not keep it from being one.
function g(x: int): int;
axiom g(1) == 1;
axiom (forall x: int :: {g(x)} g(x) >= x);
const n: int;
axiom n > 0;
procedure main() {
  var x: int;
  havoc x;
  assert x != 1234;
}

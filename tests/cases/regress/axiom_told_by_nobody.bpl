// prove: execution => unknown
// That f(x) is more than 0 is not seen by those who run the program: they have no solver, and the trigger is nowhere.
function f(x: int): int;
function h(x: int): int;
axiom (forall x: int :: {h(x)} f(x) > 0);
procedure main() {
  var x: int;
  havoc x;
  assume f(x) == 0;
  assert false;
}

// check: unsafe bound=0
// There is no one-to-one map from the integers to `bv8`, but that takes more than the triggers to see. Axioms like these
// are written by generators, and do not hide violations that look at none of them.
function to_bv8(int): bv8;
function of_bv8(bv8): int;
axiom (forall i: int :: {to_bv8(i)} of_bv8(to_bv8(i)) == i);

procedure main(x: int)
{
  assert x != 7; //~ assertion
}

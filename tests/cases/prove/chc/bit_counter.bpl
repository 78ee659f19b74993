// prove: chc => safe, mutants unsafe
// A counter of eight bits that stops before it wraps around.
function {:bvbuiltin "bvadd"} add(a: bv8, b: bv8): bv8;
function {:bvbuiltin "bvult"} ult(a: bv8, b: bv8): bool;
function {:bvbuiltin "bvule"} ule(a: bv8, b: bv8): bool;
procedure main()
{
  var i: bv8;
  i := 0bv8;
  while (ult(i, 10bv8)) {
    i := add(i, 2bv8); //=> i := add(i, 3bv8);
  }
  assert ule(i, 10bv8);
}

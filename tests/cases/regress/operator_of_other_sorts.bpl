// check: unknown
// An operator of bit-vectors is none of integers: nobody knows what it is.
function {:bvbuiltin "bvadd"} f(x: int, y: int): int;
function {:bvbuiltin "bvult"} g(x: bv8, y: bv8): bv8;
procedure main()
{
  var a: int, b: bv8;
  assert f(a, 1) == a;
  assert g(b, 1bv8) == b;
}

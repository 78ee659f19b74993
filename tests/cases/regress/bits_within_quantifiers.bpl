// check: safe bound=0
// What an axiom says of bits of any integers holds of those at hand.
function {:bvbuiltin "(_ int2bv 8)"} bits(x: int): bv8;
function {:bvbuiltin "bv2nat"} number(x: bv8): int;
function {:bvbuiltin "bvand"} and(a: bv8, b: bv8): bv8;
function {:inline} And(a: int, b: int): int { number(and(bits(a), bits(b))) }
function mark(a: int): int;
axiom (forall a, b: int :: {And(a, b)} mark(And(a, b)) == 7);

procedure main()
{
  var x, y: int;
  havoc x, y;
  assert mark(And(x, y)) == 7; //=>   assert mark(And(x, y)) == 8;
}

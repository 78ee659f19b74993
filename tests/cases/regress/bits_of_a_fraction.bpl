// rmt: check --provers none => unknown
// Bits of what is no integer.
function {:bvbuiltin "(_ int2bv 32)"} to_bits(x: real) returns (bv32);
function {:bvbuiltin "bvand"} and(x: bv32, y: bv32) returns (bv32);
function {:bvbuiltin "bv2nat"} number(x: bv32) returns (int);

procedure main()
{
  var x: real;

  assume x == 2.5;
  assert number(and(to_bits(x), 7bv32)) == 2;
}

// rmt: check --provers none => unknown
// A function of a theory that is declared to give what it does not: nothing is known of it.
function {:bvbuiltin "(_ int2bv 32)"} to_bits(x: int) returns (bv32);
function {:bvbuiltin "bvand"} and(x: bv32, y: bv32) returns (bv32);
function {:bvbuiltin "bv2nat"} number(x: bv32) returns (real);

procedure main()
{
  var i: int;
  var r: real;

  r := number(and(to_bits(i), 7bv32));
  if (i > 5) {
    r := number(7bv32);
  }
  if (i > 7) {
    r := 0.5;
  }
  assert r != 0.5;
}

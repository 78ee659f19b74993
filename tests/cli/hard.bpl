// Factoring takes the solver long.
function {:bvbuiltin "bvmul"} mul(a: bv64, b: bv64) returns (bv64);
function {:bvbuiltin "bvult"} less(a: bv64, b: bv64) returns (bool);

procedure main()
{
  var a, b: bv32;
  var m, n: bv64;
  m := 0bv32 ++ a;
  n := 0bv32 ++ b;
  assume less(1bv64, m) && less(1bv64, n);
  assert mul(m, n) != 18446743979220271189bv64;
}

// Factoring takes the solver long.
function {:bvbuiltin "bvmul"} mul(a: bv128, b: bv128) returns (bv128);
function {:bvbuiltin "bvult"} less(a: bv128, b: bv128) returns (bool);

procedure main()
{
  var a, b: bv64;
  var m, n: bv128;
  m := 0bv64 ++ a;
  n := 0bv64 ++ b;
  assume less(1bv128, m) && less(1bv128, n);
  assert mul(m, n) != 12302088212398396226891939541196612333bv128;
}

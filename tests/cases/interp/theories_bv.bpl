// explore: safe
// Bit-vectors as SMT-LIB has them.

function {:bvbuiltin "bvadd"} add(a: bv8, b: bv8) returns (bv8);
function {:bvbuiltin "bvudiv"} udiv(a: bv8, b: bv8) returns (bv8);
function {:bvbuiltin "bvsdiv"} sdiv(a: bv8, b: bv8) returns (bv8);
function {:bvbuiltin "bvsrem"} srem(a: bv8, b: bv8) returns (bv8);
function {:bvbuiltin "bvslt"} slt(a: bv8, b: bv8) returns (bool);
function {:bvbuiltin "bvult"} ult(a: bv8, b: bv8) returns (bool);
function {:bvbuiltin "bvashr"} ashr(a: bv8, b: bv8) returns (bv8);
function {:bvbuiltin "(_ sign_extend 8)"} sext(a: bv8) returns (bv16);
function {:bvbuiltin "zero_extend 8"} zext(a: bv8) returns (bv16);
function {:bvbuiltin "(_ int2bv 8)"} of_int(a: int) returns (bv8);
function {:bvbuiltin "bv2nat"} to_int(a: bv8) returns (int);
function {:inline} minus_one() returns (bv8) { 255bv8 }

procedure main() {
  var x: bv3;
  assert add(200bv8, 100bv8) == 44bv8;
  assert udiv(5bv8, 0bv8) == 255bv8;
  assert sdiv(minus_one(), 2bv8) == 0bv8 && srem(253bv8, 2bv8) == 255bv8;
  assert slt(minus_one(), 0bv8) && !ult(minus_one(), 0bv8);
  assert ashr(128bv8, 7bv8) == 255bv8;
  assert sext(128bv8) == 65408bv16 && zext(128bv8) == 128bv16;
  assert of_int(-1) == 255bv8 && to_int(255bv8) == 255;
  assert 5bv4 ++ 9bv4 == 89bv8;
  assert 89bv8[8:4] == 5bv4 && 89bv8[4:0] == 9bv4 && 89bv8[1:0] == 1bv1;
  assert x[3:2] ++ x[2:0] == x;
}

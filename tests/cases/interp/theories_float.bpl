// explore: safe
// Floating-point numbers, exactly.

type f32 = float24e8;
function {:builtin "fp.add"} add(m: rmode, a: f32, b: f32) returns (f32);
function {:builtin "fp.div"} fdiv(m: rmode, a: f32, b: f32) returns (f32);
function {:builtin "fp.isNaN"} isnan(a: f32) returns (bool);
function {:builtin "fp.isInfinite"} isinf(a: f32) returns (bool);
function {:builtin "(_ to_fp 8 24)"} of_int(m: rmode, a: int) returns (f32);
function {:builtin "(_ fp.to_sbv 8)"} to_bv(m: rmode, a: f32) returns (bv8);

procedure main() {
  var x: f32;
  x := fdiv(RNE, of_int(RNE, 1), of_int(RNE, 3));
  assert x < fdiv(RTP, of_int(RNE, 1), of_int(RNE, 3)) || x == fdiv(RTP, of_int(RNE, 1), of_int(RNE, 3));
  assert fdiv(RTN, of_int(RNE, 1), of_int(RNE, 3)) < x;
  assert x + x == add(RNE, x, x);
  assert of_int(RNE, 16777217) == of_int(RNE, 16777216);
  assert isinf(fdiv(RNE, of_int(RNE, 1), of_int(RNE, 0)));
  x := fdiv(RNE, of_int(RNE, 0), of_int(RNE, 0));
  assert isnan(x) && x != x && !(x < x);
  assert to_bv(RTZ, of_int(RNE, -5)) == 251bv8;
}

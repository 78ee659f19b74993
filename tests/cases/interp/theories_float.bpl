// explore: safe
// Floating-point numbers, exactly.

type f32 = float24e8;
function {:builtin "fp.add"} add(m: rmode, a: f32, b: f32) returns (f32);
function {:builtin "fp.div"} fdiv(m: rmode, a: f32, b: f32) returns (f32);
function {:builtin "fp.isNaN"} isnan(a: f32) returns (bool);
function {:builtin "fp.isInfinite"} isinf(a: f32) returns (bool);
function {:builtin "(_ to_fp 8 24)"} of_real(m: rmode, a: real) returns (f32);
function {:builtin "(_ fp.to_sbv 8)"} to_bv(m: rmode, a: f32) returns (bv8);

procedure main() {
  var x: f32;
  x := fdiv(RNE, of_real(RNE, 1.0), of_real(RNE, 3.0));
  assert x < fdiv(RTP, of_real(RNE, 1.0), of_real(RNE, 3.0)) || x == fdiv(RTP, of_real(RNE, 1.0), of_real(RNE, 3.0));
  assert fdiv(RTN, of_real(RNE, 1.0), of_real(RNE, 3.0)) < x;
  assert x + x == add(RNE, x, x);
  assert of_real(RNE, 16777217.0) == of_real(RNE, 16777216.0);
  assert isinf(fdiv(RNE, of_real(RNE, 1.0), of_real(RNE, 0.0)));
  x := fdiv(RNE, of_real(RNE, 0.0), of_real(RNE, 0.0));
  assert isnan(x) && x == x && !(x < x);
  assert to_bv(RTZ, of_real(RNE, -5.0)) == 251bv8;
}

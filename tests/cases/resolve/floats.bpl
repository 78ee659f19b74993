// resolve: ok

function {:builtin "fp.sqrt"} sqrt(m: rmode, x: float24e8): float24e8;
const {:builtin "RNE"} nearest: rmode;

procedure main(x: float24e8) returns (y: float24e8, z: float53e11)
{
  y := 0x1.8e0f24e8;
  y := -0x1.8e0f24e8;
  y := x + y * 0x2.0e0f24e8 - x / y;
  y := sqrt(nearest, x);
  y := sqrt(RTZ, x);
  z := 0NaN53e11;
  z := 0+oo53e11;
  z := 0-oo53e11;
  assert x == y && x != y && x < y && x >= y;
  assert z == z;
}

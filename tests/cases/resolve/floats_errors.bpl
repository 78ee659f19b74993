// resolve: error

procedure main(x: float24e8, m: rmode) returns (y: float24e8)
{
  y := 0x1.8e0f53e11; //~ ERROR a value of type `float53e11` cannot be assigned to a `float24e8`
  y := x + 0x1.0e0f53e11; //~ ERROR `+` cannot be applied to `float24e8` and `float53e11`
  y := x + 1; //~ ERROR `+` cannot be applied to `float24e8` and `int`
  y := -x; //~ ERROR `-` cannot be applied to `float24e8`
  y := x div x; //~ ERROR `div` cannot be applied to `float24e8` and `float24e8`
  assert x == 0x1.0e0f53e11; //~ ERROR `==` cannot be applied to `float24e8` and `float53e11`
  assert m < m; //~ ERROR `<` cannot be applied to `rmode` and `rmode`
  y := 0x1.0e33f24e8; //~ ERROR this number is too large for its format
  y := 0x1.0e-40f24e8; //~ ERROR this number is too small for its format
  y := 0x1.0000001e0f24e8; //~ ERROR this number has more digits than its format
  y := 0x1.0e99999999999999999999f24e8; //~ ERROR the exponent of this number is too large
}

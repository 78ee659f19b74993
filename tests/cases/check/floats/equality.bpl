// check: safe bound=0
// `==` on floats is identity, as in maps of floats; the equality of IEEE 754 is a function.
function {:builtin "fp.eq"} ieee(x: float24e8, y: float24e8): bool;

procedure main(m: [int]float24e8)
{
  var n: [int]float24e8;
  n := m;
  assert n == m;
  assert n[0] == m[0]; //=> assert ieee(n[0], m[0]);
  assert 0x0.0e0f24e8 != -0x0.0e0f24e8; //=> assert 0x0.0e0f24e8 == -0x0.0e0f24e8;
  assert 0NaN24e8 == 0NaN24e8; //=> assert 0NaN24e8 != 0NaN24e8;
  assert ieee(0x0.0e0f24e8, -0x0.0e0f24e8);
  assert !ieee(0NaN24e8, 0NaN24e8);
}

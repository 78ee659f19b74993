// check: safe bound=0
// `==` on floats is that of IEEE 754; maps of floats are compared by identity.
procedure main(m: [int]float24e8)
{
  var n: [int]float24e8;
  n := m;
  assert n == m; //=> assert n[0] == m[0];
  assert 0x0.0e0f24e8 == -0x0.0e0f24e8;
  assert 0NaN24e8 != 0NaN24e8;
}

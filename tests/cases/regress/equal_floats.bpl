// verify: refuted
// `==` on floats is identity: no value differs from itself, a NaN neither.
procedure P(x: float24e8)
{
  assert x == x;
  assert 0NaN24e8 == 0NaN24e8;
  assert 0NaN24e8 != 0NaN24e8; //~ assertion
}

procedure Q(x: float24e8, y: float24e8)
  requires x <= y && y <= x;
{
  assert x == y; //~ assertion
}

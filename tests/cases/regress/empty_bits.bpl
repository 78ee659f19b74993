// check: safe bound=0
// `bv0` has one value; an empty slice is that value, and nothing beside other bits.
function f(b: bv0): int;
procedure main(x: bv8, y, z: bv0, m: [bv0]int)
{
  assert x[8:8] ++ x == x; //=> assert x[8:7] ++ x == 0bv1 ++ x;
  assert x ++ x[3:3] == x;
  assert y == z && y == 0bv0;
  assert f(y) == f(x[0:0]) && m[y] == m[z];
  assert y ++ z == x[2:2];
  assert x[8:0] == x;
}

// resolve: ok

var g: int;

procedure main(x: int) returns (m: [int]int)
{
  // values are those of the place where they stand
  assert (var a, b := x + 1, g; a + b > old(a + b));
  assert (var a := old(g); a == g);
  assert (forall y: int :: (var y := y + 1; y > 0));
  assert (var z := (var w := 3; w * w); z == 9);
  m := (lambda y: int :: (var k := y + x; k * k));
  m := (lambda y: int :: (lambda z: int :: z + y)[y]);
  assert (exists y, z: int, b: bool :: b && y < z);
}

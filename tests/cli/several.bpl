var g: int;
procedure Q(x: int) returns (y: int) ensures y > x; { if (x > 10) { y := x; } else { y := x + 1; } }
procedure dead() { assert g == 12345; }
procedure main(a: int) modifies g;
{
  var y: int;
  g := 0;
  call y := Q(a);
  assert y != 7;
  if (y > 3 && y < 2) { g := 1; call dead(); }
  while (g < 5) { g := g + 1; }
  assert g == 5;
}

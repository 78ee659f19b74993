// verify: verified
// The body takes the place of the call; a recursive call one too deep ends the path.
var g: int;

procedure {:inline 1} Bump(by: int) returns (now: int)
  modifies g;
{
  var twice: int;
  twice := by + by; //=> twice := by;
  g := g + twice;
  now := g;
}

procedure {:inline 2} Down(n: int) returns (r: int)
{
  r := n;
  if (n > 0) {
    call r := Down(n - 1);
  }
}

procedure Main(n: int)
  modifies g;
{
  var r: int;
  call r := Bump(2);
  assert r == old(g) + 4;
  call r := Bump(1);
  assert g == old(g) + 6;
  call r := Down(n);
  assert n > 0 ==> r == 0; //=> assert n > 0 ==> r == 1;
}

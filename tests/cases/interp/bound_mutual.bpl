// explore: safe bound=1
// even and odd are active twice each.

procedure even(n: int) returns (r: bool) { if (n == 0) { r := true; } else { call r := odd(n - 1); } }
procedure odd(n: int) returns (r: bool) { if (n == 0) { r := false; } else { call r := even(n - 1); } }

procedure main() {
  var r: bool;
  call r := even(3);
  assert !r;
}

// explore: safe
// Integers and reals: everything that must hold, asserted.

function {:builtin "rem"} rem(a: int, b: int) returns (int);
function {:builtin "abs"} abs(a: int) returns (int);

procedure main() {
  assert 7 div 2 == 3 && 7 mod 2 == 1;
  assert (-7) div 2 == -4 && (-7) mod 2 == 1;
  assert 7 div (-2) == -3 && 7 mod (-2) == 1;
  assert (-7) div (-2) == 4 && (-7) mod (-2) == 1;
  assert rem(7, -2) == -1 && abs(-3) == 3;
  assert 1 / 2 == 0.5 && 0.5 + 0.25 == 0.75 && real(3) * 0.5 == 1.5;
  assert int(2.7) == 2 && int(-2.7) == -3;
  assert 2.0 ** 3.0 == 8.0 && 2.0 ** (-1.0) == 0.5;
  assert (if 1 < 2 then 3 else 4) == 3;
  assert 123456789012345678901234567890 * 10 == 1234567890123456789012345678900;
  assert 3 < 4 && 4 <= 4 && 5 > 4 && !(4 > 4) && 1.5 < 1.75;
}

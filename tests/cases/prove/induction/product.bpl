// prove: induction => safe, mutants unsafe
// What was divided is what is left and a multiple of the divisor.
procedure main(a: int, b: int)
{
  var q, r: int;
  assume 0 <= a && 0 < b;
  q, r := 0, a;
  while (r >= b) { //=> while (r > b) {
    r := r - b;
    q := q + 1; //=> q := q + 2;
  }
  assert q * b + r == a;
  assert 0 <= r && r < b;
}

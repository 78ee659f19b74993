// prove: chc => safe, mutants unsafe
// Division by subtracting.
procedure main(a: int, b: int)
  requires a >= 0 && b > 0;
{
  var q, r: int;
  q, r := 0, a;
  while (r >= b) {
    r := r - b;
    q := q + 1;
  }
  assert 0 <= r && r < b; //=> assert 0 < r && r < b;
}

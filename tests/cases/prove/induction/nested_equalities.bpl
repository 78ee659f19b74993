// prove: induction => safe, mutants unsafe
// Inner loops leave an equality behind.
procedure main(n: int, m: int)
{
  var i, j, s, t: int;
  i, s, t := 0, 0, 0;
  while (i < n) {
    j := 0;
    while (j < m) {
      s := s + 3;
      t := t + 1; //=> t := t + i;
      j := j + 1;
    }
    i := i + 1;
  }
  assert s == 3 * t;
}

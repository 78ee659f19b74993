// prove: chc => safe, mutants unsafe
// Each round of the outer loop adds what the inner one counts.
procedure main(n: int)
  requires n > 0;
{
  var i, j, k: int;
  i, k := 0, 0;
  while (i < n) {
    j := 0;
    while (j < 3) {
      j := j + 1;
      k := k + 1;
    }
    i := i + 1;
  }
  assert k == 3 * n; //=> assert k != 6;
}

// prove: shrink => unsafe
// The mark is a user's: where an iteration is left out, the assumption does not hold and must not end the run.
// The violation is real.
procedure main(n: int) {
  var i, x: int;
  i := 0;
  x := 0;
  while (i < n) {
    assume {:branch} x == i;
    x := x + 1;
    i := i + 1;
  }
  assert n <= 3;
}

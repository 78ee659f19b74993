// prove: induction => safe, mutants unsafe
// A loop that is left from inside of another, and one that is entered after it.
procedure main(n: int)
{
  var i, j, d: int;
  var stop: bool;
  i, d := 0, 0;
  while (i < n) {
    j := 0;
    while (j < i) {
      havoc stop;
      if (stop) { goto out; }
      j := j + 1;
    }
    i := i + 1;
    d := d + 1;
  }
out:
  while (d > 0) {
    d := d - 1; //=> d := d - 2;
    i := i - 1;
  }
  assert i == d;
}

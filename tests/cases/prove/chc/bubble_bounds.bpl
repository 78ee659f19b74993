// prove: chc => safe, mutants unsafe
// The indices of bubble sort.
procedure main(n: int)
{
  var i, j: int;
  i := n;
  while (i > 1) {
    j := 0;
    while (j < i - 1) { //=> while (j < i) {
      assert 0 <= j && j + 1 < n;
      j := j + 1;
    }
    i := i - 1;
  }
}

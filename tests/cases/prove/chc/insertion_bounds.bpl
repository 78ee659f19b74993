// prove: chc => safe, mutants unsafe
// The indices of insertion sort's inner loop.
procedure main(n: int)
{
  var i, j: int;
  var further: bool;
  i := 1;
  while (i < n) {
    j := i;
    while (j > 0 && further) { //=> while (j >= 0 && further) {
      assert 0 <= j - 1 && j < n;
      j := j - 1;
      havoc further;
    }
    i := i + 1;
    havoc further;
  }
}

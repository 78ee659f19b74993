// prove: chc => safe, mutants unsafe
// The middle of a binary search lies inside.
procedure main(n: int)
  requires n > 0;
{
  var lo, hi, mid: int;
  lo, hi := 0, n;
  while (lo < hi) {
    mid := (lo + hi) div 2;
    assert 0 <= mid && mid < n;
    if (*) {
      lo := mid + 1;
    } else {
      hi := mid; //=> hi := mid; lo := lo - 1;
    }
  }
}

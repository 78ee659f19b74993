// prove: induction => safe, mutants unsafe
// An array is filled in order; the place that a search by halves finds parts it.
procedure main(n: int, key: int)
{
  var M: [int]int;
  var i, v, lo, hi, mid: int;
  assume 0 <= n;
  i := 0;
  while (i < n) {
    havoc v;
    M[i] := v;
    if (i > 0 && M[i] < M[i - 1]) {
      M[i] := M[i - 1]; //=> M[i] := M[0] - 1;
    }
    i := i + 1;
  }
  lo, hi := 0, n;
  while (lo < hi) {
    mid := lo + (hi - lo) div 2;
    if (M[mid] < key) { //=> if (M[mid] <= key) {
      lo := mid + 1;
    } else {
      hi := mid;
    }
  }
  i := 0;
  while (i < lo) {
    assert M[i] < key;
    i := i + 1;
  }
  i := lo;
  while (i < n) {
    assert key <= M[i];
    i := i + 1;
  }
}

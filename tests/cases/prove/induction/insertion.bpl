// prove: induction => safe, mutants unsafe
// Insertion sort: while a cell is on its way, all others are in order.
var M: [int]int;

procedure main(n: int)
  modifies M;
{
  var i, j, key: int;
  assume 0 <= n && n <= 1000;
  i := 0;
  while (i < n) {
    havoc key;
    M[i] := key;
    i := i + 1;
  }
  i := 1;
  while (i < n) {
    key := M[i];
    j := i - 1;
    while (j >= 0 && M[j] > key) { //=> while (j > 0 && M[j] > key) {
      M[j + 1] := M[j];
      j := j - 1;
    }
    M[j + 1] := key;
    i := i + 1;
  }
  i := 1;
  while (i < n) {
    assert M[i - 1] <= M[i];
    i := i + 1;
  }
}

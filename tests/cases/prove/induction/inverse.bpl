// prove: induction => safe, mutants unsafe
// What is asserted of each cell in the last loop holds of all cells behind the loop before.
var M: [int]int;
var V: [int]int;

procedure main(n: int)
  modifies M, V;
{
  var i, j, t: int;
  assume 0 <= n && n <= 1000;
  i := 0;
  while (i < n) {
    M[i] := i;
    i := i + 1;
  }
  i := n - 1;
  while (i > 0) {
    havoc j;
    assume 0 <= j && j <= i;
    t := M[i];
    M[i] := M[j];
    M[j] := t; //=> M[j] := M[i];
    i := i - 1;
  }
  i := 0;
  while (i < n) {
    V[M[i]] := i;
    i := i + 1;
  }
  i := 0;
  while (i < n) {
    assert V[M[i]] == i;
    i := i + 1;
  }
}

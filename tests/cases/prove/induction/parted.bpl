// prove: induction => safe, mutants unsafe
// Two indices meet; what is at the left of the first is small.
var M: [int]int;

procedure main(a: int, n: int, pivot: int)
  modifies M;
{
  var i, j, t, k: int;
  assume 0 <= n;
  i, j := 0, n;
  while (i < j)
  {
    if (M[a + i] <= pivot) //=> if (M[a + i] <= pivot + 1)
    {
      i := i + 1;
    }
    else
    {
      j := j - 1;
      t := M[a + i];
      M[a + i] := M[a + j];
      M[a + j] := t;
    }
  }
  assume 0 <= k && k < i;
  assert M[a + k] <= pivot;
}

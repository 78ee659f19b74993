// prove: chc => safe, mutants unsafe
// What is kept of an array is positive.
procedure main(n: int)
{
  var a, b: [int]int;
  var i, kept: int;
  i, kept := 0, 0;
  while (i < n) {
    if (a[i] > 0) {
      b[kept] := a[i]; //=> b[kept] := a[i] - 1;
      kept := kept + 1;
    }
    i := i + 1;
  }
  assert (forall j: int :: 0 <= j && j < kept ==> b[j] > 0);
}

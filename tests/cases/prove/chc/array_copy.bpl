// prove: chc => safe, mutants unsafe
// A copy of any length.
procedure main(n: int)
{
  var a, b: [int]int;
  var i: int;
  i := 0;
  while (i < n) {
    b[i] := a[i]; //=> if (i != 2) { b[i] := a[i]; }
    i := i + 1;
  }
  assert (forall j: int :: 0 <= j && j < n ==> b[j] == a[j]);
}

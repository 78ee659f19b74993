// prove: chc => safe, mutants unsafe
// The least of any number of cells.
procedure main(n: int)
{
  var a: [int]int;
  var i, least: int;
  i := 0;
  least := a[0];
  while (i < n) {
    if (a[i] < least) { least := a[i]; } //=> if (a[i] < least) { least := a[i] + 1; }
    i := i + 1;
  }
  assert (forall j: int :: 0 <= j && j < n ==> least <= a[j]);
}

// prove: chc => safe, mutants unsafe
// Every cell is set.
procedure main(n: int)
{
  var a: [int]int;
  var i, j: int;
  i := 0;
  while (i < n) {
    a[i] := 0;
    i := i + 1; //=> i := i + 2;
  }
  havoc j;
  assert 0 <= j && j < n ==> a[j] == 0;
}

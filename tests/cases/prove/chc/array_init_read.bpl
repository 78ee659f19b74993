// prove: chc => safe, mutants unsafe
// Cells are set by one loop and read by another.
procedure main(n: int)
{
  var a: [int]int;
  var i: int;
  i := 0;
  while (i < n) {
    a[i] := i;
    i := i + 1;
  }
  i := 0;
  while (i < n) {
    assert a[i] == i; //=> assert a[i] == i && i < 3;
    i := i + 1;
  }
}

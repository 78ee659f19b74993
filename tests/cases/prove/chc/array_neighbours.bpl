// prove: chc => safe, mutants unsafe
// Neighbours are in order.
procedure main(n: int)
{
  var a: [int]int;
  var i: int;
  i := 0;
  while (i < n) {
    a[i] := 2 * i; //=> a[i] := if i == 2 then 1 else 2 * i;
    i := i + 1;
  }
  assert (forall j: int :: 0 <= j && j + 1 < n ==> a[j] <= a[j + 1]);
}

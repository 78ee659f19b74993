// prove: chc => safe, mutants unsafe
// A global array is filled by recursion.
var a: [int]int;
procedure fill(i: int, n: int) modifies a;
{
  if (i < n) {
    a[i] := i; //=> if (i != 1) { a[i] := i; }
    call fill(i + 1, n);
  }
}
procedure {:entrypoint} main(n: int) modifies a;
{
  call fill(0, n);
  assert (forall j: int :: 0 <= j && j < n ==> a[j] == j);
}

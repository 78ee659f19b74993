// prove: shrink => safe
procedure main(n: int)
{
  var a: [int]int;
  var i: int;
  i := 0; //=> i := 1;
  while (i < n) { //=> while (i < n - 1) {
    a[i] := 42; //=> if (i != 5) { a[i] := 42; }
    i := i + 1;
  }
  assert (forall j: int :: 0 <= j && j < n ==> a[j] == 42); //=> assert (forall j: int :: 0 <= j && j <= n ==> a[j] == 42);
}

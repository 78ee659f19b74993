// prove: shrink => safe
procedure main(n: int, a: [int]int)
{
  var i, m: int;
  m := a[0];
  i := 0; //=> i := 2;
  while (i < n) {
    if (a[i] < m) { //=> if (a[i] <= m + 1) {
      m := a[i]; //=> m := a[i] + 1;
    }
    i := i + 1;
  }
  assert (forall j: int :: 0 <= j && j < n ==> m <= a[j]); //=> assert (forall j: int :: 0 <= j && j < n ==> m < a[j]);
}

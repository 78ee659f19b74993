// prove: shrink => safe
// prove: squeeze => safe
procedure main(n: int, a: [int]int)
{
  var i, m: int;
  assume n >= 1;
  i := 0;
  m := 0;
  while (i < n) {
    if (a[i] > a[m]) { m := i; } //=> if (a[i] > a[0]) { m := i; }
    i := i + 1; //=> i := i + 2;
  }
  assert 0 <= m && m < n; //=> assert 0 < m && m < n;
  assert (forall j: int :: 0 <= j && j < n ==> a[j] <= a[m]);
}

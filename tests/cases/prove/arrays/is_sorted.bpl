// prove: shrink => safe
// prove: squeeze => safe
procedure main(n: int, a: [int]int)
{
  var i: int;
  var sorted: bool;
  assume n >= 1;
  i := 1; //=> i := 2;
  sorted := true;
  while (i < n) {
    if (a[i] < a[i - 1]) { sorted := false; break; } //=> if (a[i] < a[i - 1] - 1) { sorted := false; break; }
    i := i + 1; //=> i := i + 2;
  }
  assert sorted ==> (forall j: int :: 0 <= j && j < n - 1 ==> a[j] <= a[j + 1]);
  assert !sorted ==> 1 <= i && i < n && a[i] < a[i - 1];
}

// prove: shrink => safe
// prove: squeeze => safe
procedure main(n: int, a: [int]int)
{
  var i: int;
  var up: bool;
  assume n >= 2;
  up := a[0] <= a[1];
  i := 1;
  while (i < n) {
    if ((up && a[i - 1] > a[i]) || (!up && a[i - 1] <= a[i])) { break; } //=> if (up && a[i - 1] > a[i]) { break; }
    i := i + 1; //=> i := i + 2;
  }
  assert (forall j: int :: 1 <= j && j < i ==> (if up then a[j - 1] <= a[j] else a[j - 1] > a[j]));
  assert i < n ==> !(if up then a[i - 1] <= a[i] else a[i - 1] > a[i]);
}

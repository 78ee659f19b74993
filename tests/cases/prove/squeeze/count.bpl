// prove: squeeze => safe
procedure main(n: int, a: [int]int)
{
  var i, k: int;
  assume n >= 0;
  i := 0;
  k := 0; //=> k := -1;
  while (i < n) {
    if (a[i] > 0) { //=> if (i == 0 || a[i] > 0) { k := k + 1;
      k := k + 1; //=> k := k + 2;
    }
    i := i + 1;
  }
  assert 0 <= k && k <= n; //=> assert 0 <= k && k < n + 1 && k != 9;
}

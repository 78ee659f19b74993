// prove: squeeze => safe
procedure main(n: int, a: [int]int)
{
  var i, l, r: int;
  assume n >= 0;
  i := 0;
  l := 0; //=> l := 1;
  r := 0;
  while (i < n) {
    l := l + a[i]; //=> if (i < 7) { l := l + a[i]; }
    r := r + a[n - i - 1]; //=> r := r + a[n - i];
    i := i + 1;
  }
  assert l == r; //=> assert l == r && (n > 7 ==> a[7] == 0);
}

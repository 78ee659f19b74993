// prove: squeeze => safe
// As many elements are positive as are not, taken together.
procedure main(n: int, a: [int]int)
{
  var i, p, q: int;
  assume n >= 0;
  i := 0;
  p := 0;
  q := 0;
  while (i < n) {
    if (a[i] > 0) { //=> if (a[i] > 0) { q := q + 1;
      p := p + 1;
    } else {
      q := q + 1; //=> q := q + a[i];
    }
    i := i + 1;
  }
  assert p + q == n; //=> assert p == n || q == n;
}

// prove: squeeze => safe
// A prefix of positive elements sums up to at least its length.
procedure main(n: int, a: [int]int)
{
  var i, s: int;
  assume n >= 0;
  i := 0;
  s := 0;
  while (i < n) {
    if (a[i] <= 0) { break; } //=> if (a[i] < 0) { break; }
    s := s + a[i]; //=> s := s + a[i] - 1;
    i := i + 1;
  }
  assert s >= i; //=> assert s > i;
}

// prove: squeeze => safe
// A sum of squares is not negative.
procedure main(n: int, a: [int]int)
{
  var i, s: int;
  assume n >= 0;
  i := 0;
  s := 0; //=> s := -1;
  while (i < n) {
    s := s + a[i] * a[i]; //=> s := s + a[i] * a[i] - 1;
    i := i + 1;
  }
  assert s >= 0; //=> assert s > 0;
}

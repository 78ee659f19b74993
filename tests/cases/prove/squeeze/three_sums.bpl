// prove: squeeze => safe
procedure main(n: int, a: [int]int, b: [int]int)
{
  var i, s, t, u: int;
  assume n >= 0;
  i := 0;
  s := 0;
  t := 0;
  u := 0;
  while (i < n) {
    s := s + a[i];
    t := t + b[i]; //=> t := t + a[i];
    u := u + a[i] + b[i]; //=> u := u + a[i] + b[n - 1];
    i := i + 1;
  }
  assert s + t == u; //=> assert s == u;
}

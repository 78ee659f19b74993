// prove: squeeze => safe
// A sum from both ends, with all that becomes of a state.
procedure main(n: int, a: [int]int)
{
  var i, l, r: int;
  assume n >= 0;
  i := 0;
  l := 0; //=> l := 1;
  r := 0;
  while (i < n) {
    l := l + a[i]; //=> l := l + a[i] + 1;
    r := r + a[n - i - 1]; //=> r := r + a[n - i];
    i := i + 1;
  }
  assert l == r;
}

procedure {:squeeze} {:rank n, 0} shorter(n: int, a: [int]int, i: int, l: int, r: int)
  returns (n': int, a': [int]int, i': int, l': int, r': int)
{
  n' := n - 1;
  a' := (lambda j: int :: if j < 0 then a[j] else a[j + 1]);
  i', l', r' := i, l, r;
  if (i > 0) {
    i' := i - 1;
    l' := l - a[0];
    r' := r - a[n - i];
  }
}

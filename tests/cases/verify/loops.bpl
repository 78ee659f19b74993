// verify: verified
// Loops are cut at their heads: what they do not assign, they do not change.
procedure Sum(n: int) returns (s: int)
  requires n >= 0;
  ensures 2 * s == n * (n + 1);
{
  var i, k: int;
  i, s, k := 0, 0, 7;
  while (i < n)
    invariant 0 <= i && i <= n; //=> invariant 0 <= i;
    invariant 2 * s == i * (i + 1);
  {
    i := i + 1;
    s := s + i;
  }
  assert k == 7;
}

procedure Nested(n: int)
{
  var i, j, c: int;
  i, c := 0, 0;
  while (i < n)
    invariant c >= i; //=> invariant c == i;
  {
    j := 0;
    while (j < 3)
      invariant c >= i + j;
    {
      j := j + 1;
      c := c + 1;
    }
    i := i + 1;
  }
  assert n >= 0 ==> c >= n;
}

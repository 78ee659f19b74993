// prove: chc => safe, mutants unsafe
// Invariants of the user are checked, and help.
procedure main(n: int)
  requires n >= 0;
{
  var i, s: int;
  i, s := 0, 0;
  while (i < n)
    invariant s == i * 3; //=> invariant s == i * 2;
  {
    s := s + 3;
    i := i + 1;
  }
  assert i == n && s == 3 * n;
}

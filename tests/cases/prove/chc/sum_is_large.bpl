// prove: chc => safe, mutants unsafe
// The sum of the first numbers is at least the last of them.
procedure main(n: int)
  requires n >= 0;
{
  var i, s: int;
  i, s := 0, 0;
  while (i < n) {
    s := s + i;
    i := i + 1;
  }
  assert s >= n - 1; //=> assert s >= n;
}

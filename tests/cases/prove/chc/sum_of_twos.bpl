// prove: chc => safe, mutants unsafe
// What is added twice as often as counted is twice the count.
procedure main(n: int)
  requires n >= 0;
{
  var i, s: int;
  i := 0;
  s := 0;
  while (i < n) {
    s := s + 2;
    i := i + 1;
  }
  assert s == 2 * n; //=> assert s == 2 * n && n < 3;
}

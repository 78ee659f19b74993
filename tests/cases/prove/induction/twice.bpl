// prove: induction => safe, mutants unsafe
// An equality that is not in the program.
procedure main(n: int)
{
  var i, s, t: int;
  i, s, t := 0, 0, 7;
  while (i < n) {
    s := s + 2; //=> s := s + 3;
    t := t - 1;
    i := i + 1;
  }
  assert s + 2 * t == 14;
}

// prove: chc => safe, mutants unsafe
// Two counters that go apart keep their sum.
procedure main(n: int)
{
  var up, down: int;
  up, down := 0, n;
  while (down > 0) {
    up := up + 1; //=> up := up + 1; if (up == 3) { up := 4; }
    down := down - 1;
  }
  assert n < 0 || up == n;
}

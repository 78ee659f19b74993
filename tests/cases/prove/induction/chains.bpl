// prove: induction => safe, mutants unsafe
// Chains in an array: each cell is the index of one that came before, or -1.
procedure main()
{
  var next: [int]int;
  var first, used, cap, i: int;
  first, used := -1, 0;
  assume 0 <= cap;
  while (used < cap)
  {
    next[used] := first; //=> next[used] := first - 1;
    first := used;
    used := used + 1;
  }
  i := first;
  while (i != -1)
  {
    assert 0 <= i && i < used;
    i := next[i];
  }
}

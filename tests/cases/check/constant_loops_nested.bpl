// check: safe bound=0
// The inner loop runs six times in each round of the outer one.
procedure main()
{
  var i: int, j: int, n: int, rounds: int;
  n := 6;
  i := 0;
  rounds := 0;
  while (i < 4)
  {
    j := 0;
    while (j < n) { j := j + 1; rounds := rounds + 1; }
    i := i + 1;
  }
  assert rounds == 24; //=> assert rounds != 24;
}

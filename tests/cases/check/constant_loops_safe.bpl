// check: safe bound=0
// Counters that go down by two, constants and parameters as limits, loops that are left early.
const size: int;
axiom size == 5;
var rounds: int;

procedure fill(n: int)
  modifies rounds;
{
  var i: int;
  i := 0;
  while (i < n) { rounds := rounds + 1; i := i + 1; }
}

procedure main()
  modifies rounds;
{
  var i: int, skipped: int;
  rounds := 0;
  i := 10;
  while (i > 0) { rounds := rounds + 1; i := i - 2; }
  assert rounds == 5; //=> assert rounds != 5;
  call fill(size);
  assert rounds == 10; //=> assert rounds != 10;
  call fill(size);
  assert rounds == 15; //=> assert rounds == 14;
  i := 0;
  skipped := 0;
  while (i < 4)
  {
    i := i + 1;
    if (*) { skipped := skipped + 1; } else { if (*) { break; } }
  }
  assert skipped <= 4; //=> assert skipped <= 3;
}

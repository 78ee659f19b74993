// check: unsafe bound=2 contexts=all
// Where a loop is left by what others may write, they may run once, and the execution is replayed so.
var bounds: [int]int;
var sum, never: int;

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure count(n: int) {
  var i: int;
  i := 0;
  while (i < bounds[n]) {
    i := i + 1;
  }
  call corral_atomic_begin();
  if (never == 7) {
    assume false;
  }
  call corral_atomic_end();
  sum := sum + i;
}

procedure {:entrypoint} main() {
  sum := 0;
  never := 0;
  bounds[0] := 2;
  async call count(0);
  bounds[1] := 2;
  async call count(1);
  assert sum != 2; //~ assertion
}

// check: safe bound=0 contexts=all
// What is added depends on the sum by a condition that is no comparison.
var sum: int;

procedure add() {
  sum := if !(sum == 7) then sum + 1 else sum + 2;
}

procedure {:entrypoint} main() {
  sum := 0;
  async call add();
  async call add();
  assert sum <= 2; //=> assert sum <= 1;
}

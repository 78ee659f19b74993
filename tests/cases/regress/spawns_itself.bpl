// check: unsafe contexts=all bound=2
// A procedure whose only call of itself is a spawn.
procedure countdown(n: int) {
  assert n > 0; //~ assertion
  async call countdown(n - 1);
}

procedure main() {
  async call countdown(2);
}

// check: safe bound=0
// Threads do the same: one order is as good as any.
var counter: int;

procedure count() {
  counter := counter + 1; //=> counter := counter + 2;
  counter := counter + 1;
}

procedure {:entrypoint} main() {
  counter := 0;
  async call count();
  async call count();
  async call count();
  async call count();
  assert counter >= 0 && counter <= 8; //=> assert counter != 5;
  assume counter >= 7;
  assert counter <= 8; //=> assert counter == 8;
}

// check: safe bound=0 contexts=all
// What a lock guards changes in one step.
var m, g, h, done: int;

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure acquire() {
  call corral_atomic_begin();
  assume m == 0;
  m := 1;
  call corral_atomic_end();
}

procedure count(by: int) {
  var x: int;
  call acquire(); //=> assume true;
  x := g;
  g := x + by;
  h := h + 1;
  assert h == 1 || h == 2;
  m := 0;
  done := done + 1;
}

procedure {:entrypoint} main() {
  m := 0;
  g := 0;
  h := 0;
  done := 0;
  async call count(2);
  async call count(3);
  call acquire();
  assert g == 0 || h > 0;
  assert g != 5 || h == 2; //=> assert g != 3;
  m := 0;
  assume done == 2;
  assert g == 5; //=> assert g != 5;
}

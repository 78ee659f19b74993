// check: unsafe bound=0 contexts=all
// Others may run where a lock was given back.
var m, g, h: int;

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure acquire() {
  call corral_atomic_begin();
  assume m == 0;
  m := 1;
  call corral_atomic_end();
}

procedure other() {
  var y: int;
  call acquire();
  y := g;
  m := 0;
  h := y;
}

procedure {:entrypoint} main() {
  var x: int;
  m := 0;
  g := 0;
  h := 0;
  async call other();
  call acquire();
  g := 1;
  m := 0;
  x := h;
  assert x != 1; //~ assertion
}

// check: unsafe bound=0 contexts=all
// What is asserted before a lock is waited for depends on it by an element that others read.
var m: int; var a: [int]int;

procedure reader() {
  var y: int;
  y := a[1];
}

procedure corral_atomic_begin();
procedure corral_atomic_end();

procedure holder() {
  call corral_atomic_begin();
  assume m == 0;
  m := 1;
  call corral_atomic_end();
  m := 0;
}

procedure {:entrypoint} main() {
  var seen: int;
  m := 0;
  a[0] := 0;
  a[1] := 0;
  async call holder();
  async call reader();
  call corral_atomic_begin();
  seen := m;
  a[seen] := 7;
  assert a[1] == 0; //~ assertion
  assume seen == 0;
  m := 1;
  call corral_atomic_end();
}

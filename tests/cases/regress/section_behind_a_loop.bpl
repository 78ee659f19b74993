// check: unsafe bound=1 contexts=all
// An atomic section that begins where a loop is left begins once: it is over where it ends.
var x: int;

procedure add() {
  x := x + 1;
}

procedure {:entrypoint} main() {
  var t: int;
  x := 0;
  async call add();
  goto again;
again:
  t := 0;
  goto again, done;
done:
  assume {:atomic "enter"} true;
  t := t + 1;
  assume {:atomic "leave"} true;
  t := x;
  assert x == t; //~ assertion
}

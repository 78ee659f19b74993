// slice: unsafe bound=2
// The lock, the mode and the level matter; what the helper counts and logs does not.
var lock, mode, level, count: int;
var log: [int]int;

procedure acquire()
{
  assert lock == 0;
  lock := 1;
}

procedure release()
{
  assert lock == 1;
  lock := 0;
}

procedure helper(a: int) returns (r: int)
{
  r := a;
  while (r > 0)
  {
    log[r] := count;
    count := count + log[r + 1];
    r := r - 1;
  }
}

procedure work(a: int)
{
  var x: int;
  call x := helper(a);
  if (x > 3) { count := x; } else { log[x] := count; }
  level := mode;
  if (mode == 2) { call acquire(); }
  call x := helper(x);
  if (x < 0) { count := count - x; }
  if (level > 2) { call release(); }
}

procedure {:entrypoint} main(a: int)
{
  lock := 0;
  call work(a);
  assert lock == 0;
}

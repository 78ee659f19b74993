// resolve: ok
// Structured statements, labels and jumps as blocks.

var g: int;

procedure straight() { }

procedure branches(x: int) returns (y: int)
{
  if (x > 0) { y := 1; } else if (x < 0) { y := 2; } else { y := 3; }
  if (*) { y := 4; }
  if (x == 7) { } else { y := 5; return; }
  assert y != 6;
}

procedure loops(n: int)
{
  var i: int;
  i := 0;
  while (i < n)
    invariant {:kept} i <= n;
    free invariant i >= 0;
  {
    i := i + 1;
    if (i == 5) { break; }
    while (*) { if (i == 6) { break; } i := i + 2; }
  }
  outer: while (true)
  {
    inner: while (*) { break outer; }
    while (i < 3) { i := i + 1; }
  }
  choice: if (*) { if (*) { break choice; } i := 1; }
  assert i >= 0;
}

procedure jumps(x: int)
{
  start:
    goto left, right, left;
  left:
    assume x > 0;
    goto join;
  right:
    assume x <= 0;
    if (*) { assume x == -1; goto left; } else { back: assume x < -1; goto join; }
  dead:
    assert false;
    goto back;
  join:
    return;
    assert false;
}

procedure ends_in_loop() { while (*) { while (*) { } } }
procedure labelled_branch(b: bool) { if (b) { here: goto here; } else { there: goto there; } if (*) { both: goto both; } }
procedure anon0() { anon0: goto anon0_x; anon0_x: if (*) { } }

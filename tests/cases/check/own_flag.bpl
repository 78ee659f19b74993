// check: unsafe bound=1
// A flag of the program's own falls, and everybody returns. The violation is where it falls.
var f: bool;
var locked: int;
procedure lock()
  modifies f, locked;
{
  start:
    goto untaken, taken;
  untaken:
    assume locked == 0;
    locked := 1;
    return;
  taken:
    assume locked != 0;
    f := false;
    goto on, out;
  on:
    assume f;
    locked := 1;
    return;
  out:
    assume !f;
    return;
}
procedure work(n: int)
  modifies f, locked;
{
  start:
    call lock();
    goto on, out;
  on:
    assume f;
    goto more, done;
  more:
    assume n > 0;
    call work(n - 1);
    goto last, out;
  last:
    assume f;
    return;
  done:
    assume n <= 0;
    return;
  out:
    assume !f;
    return;
}
procedure {:entrypoint} main(n: int)
  modifies f, locked;
{
  f := true;
  locked := 0;
  call work(n);
  assert f; //~ assertion
}

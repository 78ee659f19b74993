// check: safe bound=2
// What falls below the call without a way out is not told: the execution is blocked there.
var f: bool;
procedure fail(x: int)
  modifies f;
{
  start:
    goto low, high;
  low:
    assume x <= 1;
    return;
  high:
    assume x >= 1;
    f := false;
    return;
}
procedure round(x: int)
  modifies f;
{
  start:
    call fail(x);
    goto on; //=> goto on, out;
  on:
    assume f;
    return;
  out:
    assume !f;
    return;
}
procedure work(x: int)
  modifies f;
{
  start:
    call round(x);
    goto on, out;
  on:
    assume f;
    call fail(0); //=> call fail(1);
    goto last, out;
  last:
    assume f;
    return;
  out:
    assume !f;
    return;
}
procedure {:entrypoint} main(x: int)
  modifies f;
{
  f := true;
  call work(x);
  assert f; //=> assert !f;
}

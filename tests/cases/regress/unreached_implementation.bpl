// check: safe entry=p
// The second implementation is not reached, so the pass `prune` drops its body.
procedure p(x: int);

implementation p(x: int)
{
  assert x < x + 1; //=> assert x < 0; //~ assertion
}

implementation p(x: int)
{
  assert x > x - 1;
}

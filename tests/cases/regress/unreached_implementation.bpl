// check: safe entry=main
// Neither implementation is reached, so the pass `prune` drops their bodies.
procedure p(x: int);

implementation p(x: int)
{
  assert x < x + 1;
}

implementation p(x: int)
{
  assert x > x - 1;
}

procedure main(x: int)
{
  assert x < x + 1; //=> assert x < 0;
}

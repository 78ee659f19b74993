// verify: verified
var g: int;
var h: int;

procedure Inc()
  ensures g == old(g) + 1; //=> ensures g == old(g) + 2;
  modifies g;
{
  var k: int;
  g := g + 1;
  k := old(g);
  while (*)
    invariant g == old(g) + 1;
  {
    g := g;
  }
  assert k == g - 1;
}

procedure Twice()
  ensures g == old(g) + 2;
  ensures h == old(h);
  modifies g;
{
  call Inc();
  call Inc();
}

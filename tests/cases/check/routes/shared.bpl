// check: unsafe entry=main
// Calls that no execution makes both share an instance: a call beside the route is none on it.
var f, g, h: int;

procedure leaf2()
  modifies f, g, h;
{
  assert f == 0; //~ assertion
}

procedure leaf()
  modifies f, g, h;
{
  call leaf2();
}

procedure big()
  modifies f, g, h;
{
  call leaf();
}

procedure main()
  modifies f, g, h;
{
  var k: int;
  havoc f;
  assume 0 <= f && f <= 1;
  g := 5;
  havoc h;
  assume -1 <= h && h <= 2;
  goto Y, X, W2, W;
W:
  assume f == 0;
  call big();
  return;
W2:
  assume f == 0;
  call big();
  return;
X:
  k := g;
  assume k == 6;
  call big();
  return;
Y:
  k := h;
  assume k == 2;
  call big();
  return;
}

// check: unsafe entry=main
// A call to which no execution of the whole program comes may be on a route of the slice.
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
  f := 1;
  g := 5;
  goto X, Y;
X:
  k := g;
  assume k == 6;
  call big();
  return;
Y:
  k := g;
  assume k == 5;
  call big();
  return;
}

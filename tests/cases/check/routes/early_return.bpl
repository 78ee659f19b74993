// check: unsafe entry=main
// The same where the slice keeps both ways, but not what tells them apart.
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
  h := 0;
  goto X, J;
X:
  h := 1;
  goto R, J;
R:
  assert f != 7;
  return;
J:
  k := h;
  assume k == 1;
  call big();
}

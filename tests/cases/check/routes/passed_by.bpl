// check: unsafe entry=main
// The slice passes by the branch in front of the second block: it takes neither way.
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
  goto J;
J:
  k := h;
  assume k == 1;
  call big();
}

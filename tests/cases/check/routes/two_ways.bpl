// check: unsafe entry=main
// A block to which two ways lead is come to by either, so that it is come to says nothing of the way.
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

procedure nop2()
  modifies f, g, h;
{
  assert f != 5;
}

procedure nop1()
  modifies f, g, h;
{
  call nop2();
}

procedure nop()
  modifies f, g, h;
{
  call nop1();
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
  call nop();
  goto J;
J:
  k := h;
  assume k == 1;
  call big();
}

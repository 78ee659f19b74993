// check: unsafe entry=main
// Two choices that no execution makes together are excluded together, neither by itself.
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
  goto A1, A2;
A1:
  call nop();
  h := 1;
  goto B;
A2:
  call nop();
  h := 2;
  goto B;
B:
  goto B1, B2, B3, B4, B5;
B1:
  call nop();
  g := 1;
  goto C;
B2:
  call nop();
  g := 2;
  goto C;
B3:
  call nop();
  g := 3;
  goto C;
B4:
  call nop();
  g := 4;
  goto C;
B5:
  call nop();
  g := 5;
  goto C;
C:
  k := 10 * h + g;
  assume k == 13;
  call big();
}

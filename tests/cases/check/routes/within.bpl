// check: unsafe entry=main
// Behind the route is a loop that no execution within the first bounds leaves: that is no proof.
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

procedure rounds(n: int) returns (r: int)
{
  r := 0;
  while (r < n) { r := r + 1; }
}

procedure main()
  modifies f, g, h;
{
  var k: int;
  var n: int;
  f := 1;
  havoc n;
  call k := rounds(n);
  assume k == 4;
  call big();
}

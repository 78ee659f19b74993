// check: unsafe entry=main
// Constants close Y, so every execution comes to J: that control comes there says nothing of the edge from Y to J, which passes by
// the call.
var f: int;

procedure a()
  modifies f;
{
  assert f != 7;
}

procedure b()
  modifies f;
{
  call a();
}

procedure c()
  modifies f;
{
  call b();
}

procedure main()
  modifies f;
{
  f := 1;
  goto X, Y;
Y:
  assume f == 2;
  goto X, J;
X:
  call c();
  goto J;
J:
  assert f != 1; //~ assertion
}

// slice: safe bound=0 more=46
// Of the calls of passes, which exclude each other, some share an instance in the slice. What is refuted is the way through one of
// them: a call beside the route, which leads to the same instance, is none on it.
var f, g: int;

procedure passes()
{
  var k: int;
  goto Y, N;
Y:
  k := g;
  assume k == 2;
  call step2();
  return;
N:
  return;
}

procedure step2()
{
  call step3();
}

procedure step3()
{
  call step4();
}

procedure step4()
{
  call step5();
}

procedure step5()
{
  call step6();
}

procedure step6()
{
  call step7();
}

procedure step7()
{
  call step8();
}

procedure step8()
{
  assert f != 1;
}

procedure helps(a: int) returns (r: int)
{
  call r := helps2(a);
}

procedure helps2(a: int) returns (r: int)
{
  r := a * a;
}

procedure {:entrypoint} main(n: int)
  modifies f, g;
{
  var r: int;
  f := 1;
  goto A1, A2, A3, A4, A5, A6, A7;
A1:
  g := 1;
  call r := helps(n);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call passes();
  return;
A2:
  g := 3;
  call r := helps(n);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call passes();
  return;
A3:
  g := 4;
  call r := helps(n);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call passes();
  return;
A4:
  g := 5;
  call r := helps(n);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call passes();
  return;
A5:
  g := 6;
  call r := helps(n);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call passes();
  return;
A6:
  g := 7;
  call r := helps(n);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call passes();
  return;
A7:
  g := 8; //=> g := 2;
  call r := helps(n);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call r := helps(r);
  call passes();
  return;
}

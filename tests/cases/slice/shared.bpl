// slice: safe bound=0 more=35
// Of the calls of passes, which exclude each other, those that executions of the slice make share an instance there: the first few
// do not, and only the solver knows that nobody makes these. What is refuted is the way through one call; the others beside it lead
// to the same instance, and are not refuted.
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
  g := 1; //=> g := 2;
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
  g := 3; //=> g := 2;
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
  g := 4; //=> g := 2;
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
  assume 2 * n == 7;
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
  assume 2 * n == 7;
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
  assume 2 * n == 7;
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
  assume 2 * n == 7;
  g := 8;
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

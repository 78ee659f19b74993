// resolve: error

procedure one(n: int)
  measure n;
{
  call two(n - 1); //~ ERROR a recursive call of a procedure with 2 measures, from one with 1
  call none(n); //~ ERROR a recursive call of a procedure with 0 measures, from one with 1
  call other(n);
}

procedure two(n: int)
  measure n, true;
{
  call one(n - 1); //~ ERROR a recursive call of a procedure with 1 measure, from one with 2
}

procedure none(n: int)
{
  call one(n);
}

procedure other(n: int)
{
}

procedure poly<T>(x: T, n: int)
  measure n;
{
  call poly(x, n - 1); //~ ERROR measures of polymorphic procedures that are recursive are not supported
}

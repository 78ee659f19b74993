// check: safe bound=3
var fuel: int;

procedure {:entrypoint} main()
{
  call burn(2); //=> call burn(-1);
}

procedure burn(n: int)
  measure n;
{
  fuel := fuel + 1;
  if (n > 0) { call burn(n - 1); }
}

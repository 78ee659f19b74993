// resolve: error
procedure even(n: int)
  measure n, n;
{
  call odd(n - 1); //~ ERROR a recursive call of a procedure whose measures have other types
}

procedure odd(m: int)
  measure m, m > 0;
{
  call even(m - 1); //~ ERROR a recursive call of a procedure whose measures have other types
}

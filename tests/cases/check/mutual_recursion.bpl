// check: unsafe bound=2
// even(5) enters even three times and odd three times.
procedure even(n: int) returns (r: bool)
{
  if (n == 0) { r := true; } else { call r := odd(n - 1); }
}
procedure odd(n: int) returns (r: bool)
{
  if (n == 0) { r := false; } else { call r := even(n - 1); }
}
procedure main()
{
  var r: bool;
  call r := even(5);
  assert r; //~ assertion
}

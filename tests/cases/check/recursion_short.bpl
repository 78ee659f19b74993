// check: safe-up-to-bound bound=3
procedure count(n: int) returns (r: int)
{
  if (n <= 0) { r := 0; } else { call r := count(n - 1); r := r + 1; }
}
procedure main()
{
  var r: int;
  call r := count(4); //=> call r := count(3);
  assert false;
}

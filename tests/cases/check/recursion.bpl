// check: unsafe bound=4
// count is entered once and re-entered four times.
procedure count(n: int) returns (r: int)
{
  if (n <= 0) { r := 0; } else { call r := count(n - 1); r := r + 1; }
}
procedure main()
{
  var r: int;
  call r := count(4);
  assert r != 4; //~ assertion
}

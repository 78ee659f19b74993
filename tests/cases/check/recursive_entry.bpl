// check: unsafe bound=3
// The entry calls itself.
procedure main(n: int) returns (r: int)
  requires n <= 3;
{
  r := 0;
  if (n > 0) { call r := main(n - 1); r := r + 1; }
  assert r != 3; //~ assertion
}

// prove: chc => safe, mutants unsafe
// Mutual recursion.
procedure even(n: int) returns (r: bool)
{
  if (n == 0) { r := true; } else { call r := odd(n - 1); }
}
procedure odd(n: int) returns (r: bool)
{
  if (n == 0) { r := false; } else { call r := even(n - 1); } //=> if (n == 0) { r := true; } else { call r := even(n - 1); }
}
procedure {:entrypoint} main(n: int)
  requires n >= 0;
{
  var r: bool;
  call r := even(2 * n);
  assert r;
  call r := odd(2 * n);
  assert !r;
}

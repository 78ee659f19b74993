// prove: chc => safe, mutants unsafe
// Addition, one at a time.
procedure add(a: int, b: int) returns (r: int)
{
  if (b <= 0) {
    r := a;
  } else {
    call r := add(a + 1, b - 1);
  }
}
procedure {:entrypoint} main(a: int, b: int)
  requires b >= 0;
{
  var r: int;
  call r := add(a, b);
  assert r == a + b; //=> assert r == a + b && b != 2;
}

// prove: chc => safe, mutants unsafe
// The moves of a tower are at least as many as its discs.
procedure move(n: int) returns (count: int)
{
  var a, b: int;
  if (n <= 0) {
    count := 0;
  } else {
    call a := move(n - 1);
    call b := move(n - 1);
    count := a + 1 + b;
  }
}
procedure {:entrypoint} main(n: int)
{
  var count: int;
  call count := move(n);
  assert count >= n; //=> assert count > n;
}

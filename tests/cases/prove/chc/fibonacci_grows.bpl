// prove: chc => safe, mutants unsafe
// Recursion twice.
procedure fib(n: int) returns (r: int)
{
  var a, b: int;
  if (n < 2) {
    r := 1;
  } else {
    call a := fib(n - 1);
    call b := fib(n - 2);
    r := a + b;
  }
}
procedure {:entrypoint} main(n: int)
{
  var r: int;
  call r := fib(n);
  assert r >= 1; //=> assert r >= 1 && r < 5;
}

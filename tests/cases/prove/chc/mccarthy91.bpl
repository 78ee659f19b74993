// prove: chc => safe, mutants unsafe
// McCarthy's function.
procedure mc(n: int) returns (r: int)
{
  if (n > 100) {
    r := n - 10;
  } else {
    call r := mc(n + 11);
    call r := mc(r);
  }
}
procedure {:entrypoint} main(n: int)
{
  var r: int;
  call r := mc(n);
  assert n <= 101 ==> r == 91; //=> assert n <= 102 ==> r == 91;
}

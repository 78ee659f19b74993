// prove: induction => safe, mutants unsafe
// A result and a local that are read before they are set have any value; no caller knows them.
procedure {:entrypoint} main() {
  var got: int;
  call got := last(3);
  assert got <= 3;
}
procedure last(n: int) returns (r: int) {
  var any: int;
  if (n > 0 && any > 0) {
    call r := last(n - 1);
  } else if (r > n) {
    r := n; //=>     r := n + 4;
  }
}

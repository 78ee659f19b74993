// prove: induction => unknown
// Procedures may be called what functions are. What one requires is not required of another, least of all of the entry.
function start(x: int) returns (int);
procedure {:entrypoint} start(n: int) {
  assert n >= 0 || start(1) > 7;
  call start#1(3);
}
procedure start#1(n: int) {
  if (n > 0) {
    call start#1(n - 1);
  }
}

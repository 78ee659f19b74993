// prove: execution => unsafe
// Zero times what has no end is zero.
procedure main() {
  var a, b: int;
  havoc a, b;
  assume -3 <= a && a <= 0;
  assume b >= 5;
  assert a * b <= -15;
}

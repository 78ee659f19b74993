// explore: unsafe bound=2
// Three activations of down at bound 2.

procedure down(n: int) returns (r: int) {
  if (n == 0) { r := 0; } else { call r := down(n - 1); r := r + 1; }
}

procedure main() {
  var r: int;
  call r := down(2);
  assert r != 2; //~ assertion
}

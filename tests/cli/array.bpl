// Proved by loop shrinking; bounded search comes to no end.
procedure main(n: int) {
  var a: [int]int;
  var i: int;
  i := 0;
  while (i < n) { a[i] := 42; i := i + 1; }
  i := 0;
  while (i < n) { assert a[i] == 42; i := i + 1; }
}

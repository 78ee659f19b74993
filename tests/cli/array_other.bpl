// Another program than array.bpl.
procedure main(n: int) {
  var a: [int]int;
  var i: int;
  i := 0;
  while (i < n) { a[i] := i; i := i + 1; }
  i := 0;
  while (i < n) { assert a[i] >= 41; i := i + 1; }
}

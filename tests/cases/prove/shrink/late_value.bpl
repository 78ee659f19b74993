// prove: shrink => unsafe
// Which input breaks it is not written in the program; the residual program tells it.
procedure main()
{
  var i, limit, x: int;
  var a: [int]int;
  havoc limit;
  assume 100000 <= limit && limit <= 100003;
  i := 0;
  while (i < limit) {
    havoc x;
    a[i] := 3 * x + 1;
    i := i + 1;
  }
  i := 0;
  while (i < limit) {
    assert i < 80000 || a[i] != 155899;
    i := i + 1;
  }
}

// prove: execution => safe, mutants unsafe
// Cells that are not known are copied; whether maps with such cells are equal is not known, but of a map and itself.
procedure {:entrypoint} main()
{
  var a, b, c: [int]int;
  var x, i: int;

  havoc a, x;
  b := a;
  a[3] := x;
  a[4] := 7;
  c := a;
  assert a == c; //=> assert a == b;
  if (a == b) { i := 1; } else { i := 2; }
  assert i > 0; //=> assert i == 2;
  assert c[4] == 7; //=> assert c[3] == 7;
  b[x] := 9;
  assert a[4] == 7; //=> assert b[4] == 7;
  c[5] := a[6];
  assert c[4] == 7; //=> assert c[5] == 0;
}

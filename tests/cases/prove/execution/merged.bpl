// prove: execution => safe, mutants unsafe
// There are 2^96 paths: what ways differ in becomes a choice where they meet, whatever happens on them.
var m: [int]int;

procedure main()
{
  var i, x, y, n, calls: int;
  m[7] := 0;
  n := 0;
  calls := 0;
  i := 0;
  while (i < 24) {
    havoc x;
    // Something is left open on one of the ways.
    if (x > 5) {
      havoc y;
      assume y >= 0; //=>
      n := n + 1;
    } else {
      y := 0;
      // Nobody goes on from here.
      if (x == 0) {
        if (*) {
          assume x > 5; //=>
        } else {
          assume x < -5;
        }
        y := -1;
      }
    }
    // Cells.
    if (x > y) {
      m[7] := m[7] + 1;
    } else {
      m[8] := x; //=> m[7] := x + 60;
    }
    // Ways end by themselves.
    if (x == 3) {
      assume y != 0; //=>
      assert x + y != 3;
    }
    call calls := one(calls, x);
    assert y >= 0;
    i := i + 1;
  }
  assert m[7] <= 24; //=> assert m[7] <= 23;
  assert calls <= 24; //=> assert calls <= 23;
}

procedure one(n: int, x: int) returns (r: int)
{
  r := n + 1;
  if (x < 100) {
    r := n; //=> r := n + 2;
    return;
  }
}

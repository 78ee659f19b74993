// prove: execution => unsafe
// The execution is told from a merged path: what was left open on the way that it takes, and where it went where conditions did not tell.
procedure main()
{
  var i, x, y, n: int;
  var all, b: bool;
  all := true;
  n := 0;
  i := 0;
  while (i < 24) {
    havoc x;
    if (x > 5) {
      havoc y;
      all := all && i mod 2 == 0;
    } else {
      havoc b;
      y := 0;
      all := all && i mod 2 == 1 && b;
    }
    havoc x;
    if (x != y + 1) {
      all := false;
    }
    n := n + 2 * x;
    i := i + 1;
  }
  if (*) {
    all := false;
  }
  havoc x;
  assert !all || n < 50 || x + y != 100;
}

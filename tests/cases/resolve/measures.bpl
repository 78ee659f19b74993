// resolve: ok
// Measures are assertions: of loops, however written, and before recursive calls.

var g: int;

procedure loop(n: int)
{
  var i: int;
  var b: bool;
  while (i < n)
    invariant i >= 0;
    measure n - i, b;
  {
    i := i + 1;
  }
  i := n;
head:
  measure i;
  goto body, done;
body:
  assume i > 0;
  i := i - 1;
  goto head;
done:
}

procedure even(n: int) returns (r: bool)
  measure n + g, true;
{
  if (n == 0) { return; }
  call r := odd(n - 1);
}

procedure odd(m: int) returns (r: bool)
  measure {:layer 1} m, g > 0;
{
  call loop(m);
}

implementation odd(k: int) returns (r: bool)
{
  call r := even(k - 1);
}

procedure nothing(x: int)
  measure x;
{
  call loop(x);
}

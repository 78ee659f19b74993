// prove: induction => safe, mutants unsafe
// Unsigned numbers that never wrap around here, though each step says what they would be if they did.
procedure main(n: int)
{
  var i, o: int;
  assume 0 <= n && n <= 1000000;
  i := n;
  o := 0;
  while (i >= 3)
  {
    i := (i - 3) mod 4294967296;
    o := (o + 4) mod 4294967296; //=> o := (o + 5) mod 4294967296;
  }
  assert 3 * o == 4 * (n - i);
}

// prove: induction => safe, mutants unsafe
// What is asserted follows from the values of three iterations together.
procedure main(n: int)
{
  var a, b, c, i: int;
  a, b, c, i := 1, 2, 3, 0;
  while (i < n) {
    assert a != b; //=> assert a != 2;
    a, b, c, i := b, c, a, i + 1;
  }
}

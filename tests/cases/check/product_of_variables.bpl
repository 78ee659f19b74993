// check: unsafe bound=0
// The solver for linear arithmetic gives up on this; another takes over.
procedure main(n: int, m: int)
{
  assume n >= -2147483648 && n <= 2147483647 && m > 1000 && m < 1100;
  assert n * n * m <= 4611686018427387904000 || n * m == 7 || n < 0; //~ assertion
}

// A loop whose invariant the solver proves slowly, if at all.
const {:existential true} keeps: bool;

procedure main(n: int)
{
  var i, squares: int;
  i, squares := 0, 0;
  while (i < n)
    invariant keeps ==> 6 * squares == i * (i - 1) * (2 * i - 1);
  {
    squares := squares + i * i;
    i := i + 1;
  }
  assert 0 <= n ==> squares >= 0 && 6 * squares == n * (n - 1) * (2 * n - 1);
}

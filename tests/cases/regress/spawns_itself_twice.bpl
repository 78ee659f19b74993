// check: unsafe contexts=all bound=2
// Each activation counts.
var x: int;

procedure countdown(n: int)
  modifies x;
{
  x := x + 1;
  if (n > 0) {
    async call countdown(n - 1);
  }
}

procedure main()
  modifies x;
{
  x := 0;
  call countdown(2);
  assume x >= 3;
  assert false; //~ assertion
}

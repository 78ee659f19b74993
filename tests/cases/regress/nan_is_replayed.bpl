// check: unsafe bound=0
// A NaN of the solver keeps being one: it differs from itself.
procedure main(x: float24e8)
{
  var y: float24e8;
  y := x;
  assert y == x; //~ assertion
}

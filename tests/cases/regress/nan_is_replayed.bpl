// check: unsafe bound=0
// A NaN of the solver keeps being one: IEEE's equality says that it differs from itself.
function {:builtin "fp.eq"} ieee(x: float24e8, y: float24e8): bool;

procedure main(x: float24e8)
{
  var y: float24e8;
  y := x;
  assert ieee(y, x); //~ assertion
}

// check: unsafe bound=0
// What the solver decided of the predicate is kept when the rest of it is amended.
function r(i: int) returns (bool);

procedure main(x: int, y: int)
{
  assume x < y;
  assume (forall t: int :: x + 3 < t ==> r(t));
  assert r(y); //~ assertion
}

// check: unsafe bound=0
// A boxed integer is an integer: the axioms have infinite models alone, which no instantiation ends.
type Box;
function box(i: int) returns (Box);
function unbox(b: Box) returns (int);
axiom (forall i: int :: {box(i)} unbox(box(i)) == i);
axiom (forall b: Box :: box(unbox(b)) == b);
const unique one: Box;
const unique two: int;

procedure main(heap: [Box][int]Box, b: Box)
{
  assume heap[b][3] == box(4) && b != box(7) && unbox(one) == two;
  assert unbox(heap[box(unbox(b))][3]) != 4; //~ assertion
}

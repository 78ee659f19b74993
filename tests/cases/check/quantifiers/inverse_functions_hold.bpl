// check: safe bound=0
type Box;
function box(i: int) returns (Box);
function unbox(b: Box) returns (int);
axiom (forall i: int :: {box(i)} unbox(box(i)) == i);
axiom (forall b: Box :: box(unbox(b)) == b);
const unique null: Box;
const unique first: int;
const unique second: int;

procedure main(b: Box, c: Box)
{
  assume unbox(b) == unbox(c);
  assert b == c && first != second;
  assume unbox(null) == first;
  assert box(first) == null; //=> assert box(second) == null;
}

// check: unsafe bound=0
// The parents of a constant are those of the declaration that counts; constructors give way with their datatype.
type T;
const {:extern} a: T extends b;
const a: T;
const b: T;
datatype {:extern} D { A(x: int), B() }
datatype {:extern} D { A(x: int), B() }
procedure main(d: D)
{
  assert d is A || d == B();
  assert a <: b; //~ assertion
}

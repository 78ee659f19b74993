// prove: execution => safe, mutants unsafe
// Constants are what axioms say. A type that nobody knows does not stand in the way of what is not about its values.
type T;
const first, second: int;
axiom first == second + 1;
axiom second == 4;
var seen: T;

procedure main()
{
  var x: int;
  havoc seen;
  havoc x;
  if (x > first)
  {
    assert x > 5; //=> assert x > 6;
  }
  assert first == 5; //=> assert first == 4;
}

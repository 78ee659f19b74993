// check: unsafe
// Values of a type that nobody knows may differ.
type T;
var x, y: T;

procedure main()
{
  havoc x, y;
  assert x == y; //~ assertion
}

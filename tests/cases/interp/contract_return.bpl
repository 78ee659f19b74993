// explore: unsafe ints=0..3
// Checked postconditions come before free ones are assumed.

procedure p(b: bool) returns (y: int)
  ensures y > 0;
  free ensures y == 2;
{
  if (b) {
    y := 2;
    return;
  }
  y := 0;
} //~ postcondition

procedure main() {
  var y: int;
  call y := p(true);
  assert y == 2;
  call y := p(false);
}

// explore: unsafe ints=0..3
// Preconditions are checked at the call, free ones assumed inside, and old globals are those at entry.

var g: int;

procedure add(x: int) returns (y: int)
  requires x > 0;
  free requires g >= 0;
  modifies g;
  ensures y == old(g) && g == old(g) + x;
{
  y := g;
  g := g + x;
}

procedure main()
  requires g >= 0;
  modifies g;
{
  var y: int;
  call y := add(1);
  assert y + 1 == g;
  call y := add(g - 1); //~ precondition
}

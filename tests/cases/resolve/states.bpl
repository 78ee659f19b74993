// resolve: error
// Which states an expression may speak of.

var g: int;
const c: int;

axiom g == c; //~ ERROR the global variable `g` cannot be mentioned here
axiom old(c) == 1; //~ ERROR `old` is allowed only in bodies of procedures and in postconditions
function f(x: int): int { x + g } //~ ERROR the global variable `g` cannot be mentioned here
var h: int where h < g;
var i: int where i < old(g); //~ ERROR `old` is allowed only in bodies of procedures and in postconditions

procedure p(x: int where x < g, y: int where y < z) returns (z: int where z < x && z < g) //~ ERROR the variable `z` is not declared
  requires g > 0 && x > 0;
  requires old(g) > 0; //~ ERROR `old` is allowed only in bodies of procedures and in postconditions
  requires z > 0; // said above
  modifies g, c; //~ ERROR the constant `c` cannot be modified
  modifies x; //~ ERROR the global variable `x` is not declared
  ensures old(g) + 1 == g && z > old(z);
{
  var l: int where l < old(g); //~ ERROR `old` is allowed only in bodies of procedures and in postconditions
  assert old(g + old(g)) == g;
  while (old(g) < g)
    invariant g == old(g);
  {
    g := g + old(g);
  }
  z := old(l); // locals have no other state
}

pure procedure q(x: int) returns (y: int)
{
  y := x + c;
  y := g; //~ ERROR the global variable `g` cannot be mentioned here
  call p2(); //~ ERROR a pure procedure cannot call `p2`, which is not pure
  call y := q(y);
}
procedure p2();
pure procedure r(); modifies g; //~ ERROR a pure procedure modifies nothing

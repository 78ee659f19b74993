// resolve: error

const c: int;
const {:builtin "RNE"} mode: rmode;
var g: int;
var m: [int][int]int;

procedure main(x: int) returns (y: int)
{
  var z: bool;
  y, g := g, y;
  m[1][2], y := y, m[1][2];
  havoc y, g, m, z, y;
  c := 1; //~ ERROR `c` is a constant and cannot be assigned
  mode := RNE; //~ ERROR `mode` is a constant and cannot be assigned
  x := 1; //~ ERROR `x` is an in-parameter and cannot be assigned
  havoc c, x; //~ ERROR `c` is a constant and cannot be assigned
  //~^ ERROR `x` is an in-parameter and cannot be assigned
  y, y := 1, 2; //~ ERROR `y` is assigned twice by one statement
  m[1][1], m[2][2] := 1, 2; //~ ERROR `m` is assigned twice by one statement
  y, g := 1; //~ ERROR 2 targets on the left, but 1 value on the right
  z := 1; //~ ERROR a value of type `int` cannot be assigned to a `bool`
  y := z; //~ ERROR a value of type `bool` cannot be assigned to a `int`
  y := nowhere; //~ ERROR the variable `nowhere` is not declared
  assert (forall b: int :: |{ A: b := 1; return true; }|); //~ ERROR `b` is a bound variable and cannot be assigned
  assert (var v := 1; |{ A: v := 1; return true; }|); //~ ERROR `v` is a bound variable and cannot be assigned
}

procedure assumptions()
{
  var {:assumption} a, b: bool;
  var {:assumption} d: bool where d; //~ ERROR the assumption variable `d` cannot have a where clause
  var {:assumption} e: int; //~ ERROR the assumption variable `e` must be of type bool, not `int`
  a := a && true;
  a := a && false; //~ ERROR the assumption variable `a` is assigned a second time
  b := true; //~ ERROR an assumption variable is assigned like this: `b := b && …`
}

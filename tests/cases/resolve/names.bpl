// resolve: error
// Each name space has its own names; in one of them a name is declared once.

type thing;
type thing; //~ ERROR the type `thing` is declared twice
type thing = int; //~ ERROR the type `thing` is declared twice
datatype thing { a_thing(x: int) } //~ ERROR the type `thing` is declared twice

var thing: int;
const thing: bool; //~ ERROR the variable or constant `thing` is declared twice
function thing(x: int): int;
function thing(x: bool): int; //~ ERROR the function `thing` is declared twice
procedure thing(x: int);
procedure thing(); //~ ERROR the procedure `thing` is declared twice

datatype pair { thing(a: int, b: int), pair(a: int) } //~ ERROR the function `thing` is declared twice

type bv8; //~ ERROR `bv8` is the name of a bit-vector type
type bvx;

procedure formals(x: int, x: bool) returns (y: int, x: int); //~ ERROR the parameter `x` is declared twice
//~^ ERROR the parameter `x` is declared twice
function params(x: int, x: bool): int; //~ ERROR the parameter `x` is declared twice
function result(x: int) returns (x: int); //~ ERROR the result `x` has the name of a parameter
axiom (forall x: int, x: int :: x == x); //~ ERROR the variable `x` is declared twice

procedure locals(x: int) returns (y: int)
{
  var x: int; //~ ERROR the variable `x` is declared twice
  var y: int; //~ ERROR the variable `y` is declared twice
  var z, z: int; //~ ERROR the variable `z` is declared twice
  assert (var u, u := 1, 2; u == 1); //~ ERROR the variable `u` is declared twice
}

procedure undeclared()
{
  call nobody(nothing); //~ ERROR the procedure `nobody` is not declared
  //~^ ERROR the variable `nothing` is not declared
  neither := 1; //~ ERROR the variable `neither` is not declared
  havoc naught; //~ ERROR the variable `naught` is not declared
  assert noone(thing) == 1; //~ ERROR the function `noone` is not declared
  assert formals(1) == 1; //~ ERROR the function `formals` is not declared
  call params(1); //~ ERROR the procedure `params` is not declared
}

implementation nobody() { } //~ ERROR there is no procedure `nobody` to implement

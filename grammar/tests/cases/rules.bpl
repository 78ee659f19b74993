// parse: error
function f([a]b, y: int): int;   //~ ERROR expected the name of a parameter, found a type
function f(C a: int): int;   //~ ERROR expected a name before `:`, found a type
function f(x: int, y): int;   //~ ERROR the type of the last parameter is missing
function f(x: int where x > 0): int;   //~ ERROR found `where`
function {:inline} {:define} f(x: int): int { x }   //~ ERROR a function is either `:inline` or `:define`
function {:inline true} {:define true} f(x: int): int { x }   //~ ERROR a function is either `:inline` or `:define`
function {:define} f<a>(x: a): a { x }   //~ ERROR a `:define` function has no type parameters
datatype D { A(), B(), A(x: int) }   //~ ERROR the datatype has a constructor `A` already
datatype E { F(x: int where x > 0) }   //~ ERROR fields have no where clauses
const x: int where x > 0;   //~ ERROR found `where`
axiom (forall x: int where x > 0 :: true);   //~ ERROR bound variables have no where clauses
axiom (lambda x: int :: {f(x)} x) == y;   //~ ERROR a lambda expression has no triggers
axiom (forall x: int :: {:nopats x, y} true);   //~ ERROR `{:nopats e}` takes one expression
axiom (forall x: int :: {:nopats "x"} true);   //~ ERROR `{:nopats e}` takes one expression
axiom (var x, y := 1; x);   //~ ERROR 2 variables are bound to 1 values
axiom {f(x)} true;   //~ ERROR expected `:`
axiom m[1:0, 2];   //~ ERROR found `,`
axiom m[x:0];   //~ ERROR expected a type, found the number `0`
implementation P(x: int where x > 0)   //~ ERROR the parameters of an implementation have no where clauses
  returns (y: int where y > 0)   //~ ERROR the results of an implementation have no where clauses
{
  return x;   //~ ERROR `return` takes a value only in a code expression
}
procedure Q()
{
  assert |{ return true; }|;   //~ ERROR a block of a code expression begins with a label
  assert |{ A: return; }|;   //~ ERROR `return` needs a value in a code expression
  assert |{ A: x := 1; }|;   //~ ERROR a code expression ends with `goto` or `return`
  assert |{ A: B: return true; }|;   //~ ERROR a block of a code expression has one label only
  assert |{ A: if (*) { } return true; }|;   //~ ERROR a code expression has no structured statements
  assert |{ }|;   //~ ERROR a code expression ends with `goto` or `return`
}

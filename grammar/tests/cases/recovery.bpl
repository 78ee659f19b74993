// parse: error
stray words;   //~ ERROR expected a declaration, found the name `stray`
const x int;   //~ ERROR expected `:` or `,`, found `int`
const ok1: int;
var y: int
var ok2: int;   //~ ERROR expected `;`
function f(x: int) { x }   //~ ERROR found `{`
axiom x +;   //~ ERROR expected an expression, found `;`
procedure P()
{
  assert x
}   //~ ERROR expected `;`
procedure Q()
{
  if (x > 0) {
    x := 1;
procedure R()   //~ ERROR found `procedure`
{
  call P(;   //~ ERROR found `;`
}
procedure S() { } }   //~ ERROR expected a declaration, found `}`
procedure T() { return; };   //~ ERROR expected a declaration, found `;`
type ok3;
procedure U(x: int, y) { }   //~ ERROR expected `:`, found `)`
implementation V(x: int);   //~ ERROR found `;`
procedure W() { x := 3 }   //~ ERROR expected `;`
procedure X() { L }   //~ ERROR found `}`
var x: int where (y;   //~ ERROR expected `)`
var ok4: int;
axiom (x;   //~ ERROR expected `)`
axiom f(x;   //~ ERROR expected `)`
axiom m[x;   //~ ERROR expected `]`
axiom x);   //~ ERROR expected `;`
const "string": int;   //~ ERROR found the string "string"
const 12: int;   //~ ERROR found the number `12`
axiom x : ;   //~ ERROR expected a type, found `;`
procedure Y() { goto; }   //~ ERROR expected a name
procedure Z() { while (x) invariant { } }   //~ ERROR found `}`
procedure last(   //~ ERROR found the end of the file

// resolve: error

type C;
type F _;
type P a b;
type S x = F x;
type Twice a = P a a;

var a: C int; //~ ERROR the type `C` takes 0 arguments, not 1
var b: F; //~ ERROR the type `F` takes 1 argument, not 0
var c: S int bool; //~ ERROR the type `S` takes 1 argument, not 2
var d: P int; //~ ERROR the type `P` takes 2 arguments, not 1
var e: bv8 int; //~ ERROR the type `bv8` takes no arguments
var f: string int; //~ ERROR the type `string` takes no arguments
var g: nowhere; //~ ERROR the type `nowhere` is not declared
var h: [F noplace]P int nothing; //~ ERROR the type `noplace` is not declared
//~^ ERROR the type `nothing` is not declared
var i: bv99999999999; //~ ERROR bit-vectors have at most
var j: float1e8; //~ ERROR `float1e8` is not a floating-point format
var k: float24e8;

type A = B; //~ ERROR the type synonym `A` is defined in terms of itself
type B = [int]A; //~ ERROR the type synonym `B` is defined in terms of itself
type Own = Own; //~ ERROR the type synonym `Own` is defined in terms of itself
type User = A;

type Bad a a = int; //~ ERROR the type variable `a` is declared twice
type Worse C = int; //~ ERROR the type variable `C` has the name of a type
type Worst bv3 = int; //~ ERROR `bv3` is the name of a bit-vector type
var l: <a>[int]int; //~ ERROR the type variable `a` must occur in the map type
var m: <a, a>[a]int; //~ ERROR the type variable `a` is declared twice
var n: <C>[C]int; //~ ERROR the type variable `C` has the name of a type
var o: <a>[a]<a>[a]int; //~ ERROR the type variable `a` is declared twice
var p: <a>[a int]int; //~ ERROR the type variable `a` takes no arguments
function q<a>(x: int): int; //~ ERROR the type variable `a` must occur in the types of the parameters or the result
procedure r<a>(x: int); //~ ERROR the type variable `a` must occur in the types of the parameters
function s<a>(): F a;
procedure t<a>() returns (x: a);

// synonyms are their meaning, and the order of a map's type variables says nothing
procedure same(x: Twice int, y: S bool, u: <a, b>[a, b]int) returns (v: P int int, w: F bool, z: <b, a>[a, b]int)
{
  v, w, z := x, y, u;
  v, w := y, x; //~ ERROR a value of type `F bool` cannot be assigned to a `P int int`
  //~^ ERROR a value of type `P int int` cannot be assigned to a `F bool`
}

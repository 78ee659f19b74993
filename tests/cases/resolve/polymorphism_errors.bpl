// resolve: error

type List _;
type Field _;
type Ref;
function nil<a>(): List a;
function cons<a>(x: a, l: List a): List a;
function same<a>(x: a, y: a): bool;
function wild<a>(): a;
var heap: <a>[Ref, Field a]a;

procedure lists(l: List int, b: bool) returns (k: List int)
{
  k := cons(b, nil()); //~ ERROR a value of type `List bool` cannot be assigned to a `List int`
  k := cons(b, l); //~ ERROR argument 2 of `cons` must be of type `List bool`, not `List int`
  assert same(1, b); //~ ERROR argument 2 of `same` must be of type `int`, not `bool`
  assert (nil() : List bool) == l; //~ ERROR `==` cannot be applied to `List bool` and `List int`
  assert cons(k, k) == k; //~ ERROR argument 2 of `cons` must be of type `List (List int)`, not `List int`
  assert (forall<a> x: a :: same(cons(x, nil()), x)); //~ ERROR argument 2 of `same` must be of type `List a`, not `a`
  assert wild() + 1.0 == 2.0; //~ ERROR `+` cannot be applied to `int` and `real`
}

procedure maps(r: Ref, f: Field int)
{
  heap[r, f] := true; //~ ERROR a value of type `bool` cannot be assigned to a `int`
  assert heap[f, r] == 3; //~ ERROR the map's index must be of type `Ref`, not `Field int`
  //~^ ERROR the map's index must be of type `Field ?`, not `Ref`
  assert heap[r] == 3; //~ ERROR the map takes 2 indexes, not 1
  assert heap[r, f := true] == heap; //~ ERROR the map's values are of type `int`, not `bool`
  assert heap == (lambda<a> x: Ref, y: Field a :: 3); //~ ERROR `==` cannot be applied to `<a>[Ref, Field a]a` and `<a>[Ref, Field a]int`
}

procedure rigid<a, b>(x: a, y: b) returns (z: a)
{
  z := y; //~ ERROR a value of type `b` cannot be assigned to a `a`
  z := 3; //~ ERROR a value of type `int` cannot be assigned to a `a`
  assert cons(x, nil()) == x; //~ ERROR `==` cannot be applied to `List a` and `a`
}

procedure generic<a>(x: a, l: List a) returns (y: a);
procedure calls(l: List int) returns (b: bool)
{
  call b := generic(true, l); //~ ERROR the argument for `l` must be of type `List bool`, not `List int`
  call b := generic(1, l); //~ ERROR what receives `y` must be of type `int`, not `bool`
}

// resolve: error

type Plain;
datatype List<a> { Nil(), Cons(head: a, tail: List a) }
datatype Mixed { One(x: int, x: bool), Two(x: real) } //~ ERROR the field `x` is declared twice
//~^ ERROR the field `x` is of type `real` here and `int` in another constructor
datatype Endless { Step(next: Endless) } //~ ERROR the datatype `Endless` has no values
datatype Ping { ToPong(pong: Pong) } //~ ERROR the datatype `Ping` has no values
datatype Pong { ToPing(ping: [int]Ping) } //~ ERROR the datatype `Pong` has no values

type {:datatype} Old _;
function {:constructor} Good<a>(): Old a;
function {:constructor} Make<a, b>(x: a, y: b): Old a; //~ ERROR the result of a constructor must be the datatype of the type parameters
function {:constructor} Fixed(x: int): Old int; //~ ERROR the result of a constructor must be the datatype of the type parameters

procedure main(l: List int, p: Plain) returns (k: List int, i: int)
{
  assert p->head == 1; //~ ERROR a field access needs a value of a datatype, and `Plain` is none
  assert p is Cons; //~ ERROR `is` needs a value of a datatype, and `Plain` is none
  assert l->length == 1; //~ ERROR the datatype `List` has no field `length`
  assert l is Snoc; //~ ERROR the datatype `List` has no constructor `Snoc`
  k := Cons(true, Nil()); //~ ERROR a value of type `List bool` cannot be assigned to a `List int`
  k := l->(head := true); //~ ERROR the field `head` is of type `int`, not `bool`
  k->head := true; //~ ERROR a value of type `bool` cannot be assigned to a `int`
  Cons(i, k) := i; //~ ERROR a value of type `List ?` is expected, not `int`
  Cons(i, i) := l; //~ ERROR `i` is assigned twice by one statement
  //~^ ERROR a value of type `List int` cannot be assigned to a `int`
  Cons(i) := l; //~ ERROR `Cons` has 2 fields, not 1
  Snoc(i, k) := l; //~ ERROR the constructor `Snoc` is not declared
  Cons(k, i) := l; //~ ERROR a value of type `int` cannot be assigned to a `List int`
  //~^ ERROR a value of type `List int` cannot be assigned to a `int`
}

// explore: safe
// Datatypes and recursive functions.

datatype List { Nil(), Cons(head: int, tail: List) }
datatype Color { Red(), Green(), Blue(shade: bool) }

function length(l: List) returns (int) { if l is Nil then 0 else 1 + length(l->tail) }
function sum(l: List) returns (int) { if l is Nil then 0 else l->head + sum(l->tail) }
function fib(n: int) returns (int) { if n < 2 then n else fib(n - 1) + fib(n - 2) }

procedure main() {
  var l: List;
  var c: Color;
  l := Cons(3, Cons(4, Nil()));
  assert length(l) == 2 && sum(l) == 7 && l->tail->head == 4;
  assert l != Cons(3, Nil()) && l == Cons(3, Cons(4, Nil()));
  l := l->(head := 5);
  assert l->head == 5 && l->tail == Cons(4, Nil());
  assert fib(80) == 23416728348467685;
  assert c == Red() || c == Green() || c == Blue(true) || c == Blue(false);
  assert (forall d: Color :: d is Blue ==> d == Blue(d->shade));
}

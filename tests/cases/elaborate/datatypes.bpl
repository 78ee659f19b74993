// elaborate: ok
datatype List<a> { Nil(), Cons(head: a, tail: List a) }
datatype Pair<a, b> { Pair(first: a, second: b) }

function length<a>(l: List a): int;
axiom (forall<a> :: length(Nil() : List a) == 0);
axiom (forall<a> x: a, l: List a :: length(Cons(x, l)) == length(l) + 1);

procedure main()
{
  var l: List int;
  var p: Pair int (List bool);
  l := Cons(1, Nil());
  assert length(l) == 1;
  assert l is Cons && l->head == 1;
  p := Pair(2, Nil());
  p->first := 3;
  assert p->second is Nil;
}

// resolve: ok

datatype List<a> { Nil(), Cons(head: a, tail: List a) }
datatype Pair<a, b> { Pair(first: a, second: b) }
datatype Shape { Circle(x: int, y: int, radius: real), Box(x: int, y: int, width: int), Nothing() }

procedure main(l: List int, p: Pair int bool, s: Shape) returns (k: List int, q: Pair int bool, t: Shape, i: int)
{
  assume l is Cons && l->tail is Nil;
  k := Cons(l->head + 1, Nil());
  k->head := 4;
  k->tail->head := 5;
  k := k->(tail := Nil());
  q := Pair(p->first, !p->second);
}

procedure shared(s: Shape, p: Pair int bool) returns (t: Shape, i: int, b: bool)
{
  // a field of several constructors
  i := s->x;
  t := s->(x := 3);
  t->y := t->x;
  t->radius := 1.5;
  // taking a value apart
  Pair(i, b) := p;
}

// the older way
type {:datatype} Tree _;
function {:constructor} Leaf<a>(): Tree a;
function {:constructor} Node<b>(left: Tree b, value: b, right: Tree b): Tree b;

procedure older(t: Tree int) returns (i: int)
{
  assume is#Node(t) && !is#Leaf(left#Node(t));
  i := value#Node(t) + t->left->value;
  assert t == Node(Leaf(), i, Leaf());
  assert t is Node;
}

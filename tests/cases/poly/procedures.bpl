// check: safe bound=0
datatype Pair<a, b> { Pair(first: a, second: b) }
procedure swap<a, b>(p: Pair a b) returns (q: Pair b a)
{
  q := Pair(p->second, p->first); //=> q := Pair(p->second, q->second);
}
procedure main(i: int, t: bool)
{
  var p: Pair int bool;
  var q: Pair bool int;
  p := Pair(i, t);
  call q := swap(p);
  call p := swap(q);
  assert p == Pair(i, t);
  assert q->second == i; //=> assert q->first;
}

// parse: ok
type Wicket;
const unique a: Wicket extends complete;
const unique b, c: Wicket extends a complete;
const d: Wicket extends unique b, c, unique a;
const e: Wicket extends;
const f: C Wicket extends f;
axiom a <: b && !(b <: a);
procedure P();
procedure Q()
{
  call forall P();
  call {:async} P();
}

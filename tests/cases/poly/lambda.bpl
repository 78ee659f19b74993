// check: safe bound=0
type Ref;
type Field _;
const unique data: Field int;
const unique valid: Field bool;
procedure main(r: Ref, s: Ref)
{
  var frame, again: <a>[Ref, Field a]bool;
  frame := (lambda<a> t: Ref, f: Field a :: t == r);
  again := (lambda<a> t: Ref, f: Field a :: t == r); //=> again := (lambda<a> t: Ref, f: Field a :: t != r);
  assert frame[r, data] && frame[r, valid];
  assert s != r ==> !frame[s, data]; //=> assert !frame[s, data];
  assert (forall<a> t: Ref, f: Field a :: frame[t, f] == again[t, f]);
  again := frame;
  assert frame == again;
}

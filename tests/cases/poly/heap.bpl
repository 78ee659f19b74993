// check: safe bound=0
// A heap as a polymorphic map: stores change their cell only, of their type only.
type Ref;
type Field _;
var heap: <a>[Ref, Field a]a;
const unique data: Field int;
const unique more: Field int;
const unique valid: Field bool;
procedure main(r: Ref, s: Ref)
  modifies heap;
{
  var before: <a>[Ref, Field a]a;
  assume heap[r, more] == 7;
  before := heap;
  heap[r, data] := 5;
  heap[s, valid] := true;
  assert heap[r, data] == 5 && heap[r, more] == 7; //=> assert heap[s, data] == 5;
  assert (forall<a> t: Ref, f: Field a :: t != r && t != s ==> heap[t, f] == before[t, f]); //=> assert (forall<a> t: Ref, f: Field a :: t != r ==> heap[t, f] == before[t, f]);
  assert before[r, data] == 5 && before[s, valid] ==> heap == before; //=> assert before[r, data] == 5 ==> heap == before;
}

// elaborate: ok
// A polymorphic map is a record with a map for each instance, and a rest.
type Ref;
type Field _;
type Heap = <a>[Ref, Field a]a;

const unique data: Field int;
const unique valid: Field bool;
var heap: Heap;
var other: <a>[a]int;

procedure main(r: Ref)
  modifies heap, other;
{
  var saved: Heap;
  saved := heap;
  heap[r, data] := 5;
  heap[r, valid] := true;
  assert heap[r, data] == 5 && heap[r, valid];
  assert heap != saved;
  assert (forall<a> s: Ref, f: Field a :: s != r ==> heap[s, f] == old(heap)[s, f]);
  other[1] := 2;
  other[true] := other[1];
}

procedure frame(r: Ref)
  modifies heap;
  ensures (forall<a> s: Ref, f: Field a :: { heap[s, f] } heap[s, f] == old(heap)[s, f]);
{
  var reads: <a>[Ref, Field a]bool;
  reads := (lambda<a> s: Ref, f: Field a :: s == r);
  assert reads[r, data];
}

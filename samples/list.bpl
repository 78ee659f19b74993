// rmt check samples/list.bpl --bound 3: unsafe
//
// Singly linked lists in a heap with allocation: insertion in order, reversal in place, and removal of all nodes with
// a key. `remove` frees the node before it reads its successor.
type Ref;

const unique null: Ref;

var Alloc: [Ref]bool;
var Next: [Ref]Ref;
var Key: [Ref]int;

procedure New() returns (r: Ref);
  modifies Alloc;
  ensures r != null && !old(Alloc)[r];
  ensures Alloc == old(Alloc)[r := true];

// Whatever stands in a node that is free: nobody may rely on it.
procedure Free(r: Ref)
  modifies Alloc, Next, Key;
{
  var junk: Ref;
  var noise: int;

  assert {:msg "freed twice"} Alloc[r];
  havoc junk, noise;
  Alloc[r], Next[r], Key[r] := false, junk, noise;
}

procedure Insert(head: Ref, key: int) returns (h: Ref)
  modifies Alloc, Next, Key;
{
  var node, at: Ref;

  call node := New();
  Key[node] := key;
  if (head == null || key <= Key[head]) {
    Next[node] := head;
    h := node;
    return;
  }
  at := head;
  while (Next[at] != null && Key[Next[at]] < key) {
    at := Next[at];
  }
  Next[node] := Next[at];
  Next[at] := node;
  h := head;
}

procedure Reverse(head: Ref) returns (h: Ref)
  modifies Next;
{
  var at, successor: Ref;

  h, at := null, head;
  while (at != null) {
    successor := Next[at];
    Next[at] := h;
    h, at := at, successor;
  }
}

procedure Remove(head: Ref, key: int) returns (h: Ref)
  modifies Alloc, Next, Key;
{
  var at, victim: Ref;

  h := head;
  while (h != null && Key[h] == key) {
    victim := h;
    h := Next[victim];
    call Free(victim);
  }
  at := h;
  while (at != null && Next[at] != null) {
    if (Key[Next[at]] == key) {
      victim := Next[at];
      call Free(victim);
      Next[at] := Next[victim];
    } else {
      at := Next[at];
    }
  }
}

procedure CheckSorted(head: Ref)
{
  var at: Ref;

  at := head;
  while (at != null) {
    assert {:msg "the list leads to a node that is free"} Alloc[at];
    assert {:msg "keys descend"} Next[at] == null || Key[at] >= Key[Next[at]];
    at := Next[at];
  }
}

procedure {:entrypoint} main(a: int, b: int, c: int)
  modifies Alloc, Next, Key;
{
  var list: Ref;

  assume (forall r: Ref :: !Alloc[r]);
  list := null;
  call list := Insert(list, a);
  call list := Insert(list, b);
  call list := Insert(list, c);
  call list := Reverse(list);
  call CheckSorted(list);
  call list := Remove(list, b);
  call CheckSorted(list);
}

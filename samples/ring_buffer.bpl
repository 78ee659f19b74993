// rmt check samples/ring_buffer.bpl --bound 3: unsafe
//
// A ring buffer with free-running 8-bit counters, in bit-vectors: the number of elements is `head - tail` modulo 2^8,
// and a slot is the counter masked by the capacity minus one. The capacity comes from the caller; unless it is a power
// of two, slots collide.
function {:bvbuiltin "bvadd"} add(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvsub"} sub(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvand"} and(x: bv8, y: bv8): bv8;
function {:bvbuiltin "bvult"} ult(x: bv8, y: bv8): bool;
function {:bvbuiltin "bvule"} ule(x: bv8, y: bv8): bool;

var head, tail: bv8;
var capacity: bv8;
var slots: [bv8]bv32;

// What the queue should hold, by the number of the element.
var written: [bv8]bv32;

function {:inline} count(head: bv8, tail: bv8): bv8 { sub(head, tail) }
function {:inline} slot(n: bv8, capacity: bv8): bv8 { and(n, sub(capacity, 1bv8)) }

procedure push(value: bv32) returns (ok: bool)
  modifies head, slots, written;
{
  ok := ult(count(head, tail), capacity);
  if (ok) {
    slots[slot(head, capacity)] := value;
    written[head] := value;
    head := add(head, 1bv8);
  }
}

procedure pop() returns (ok: bool, value: bv32)
  modifies tail;
{
  ok := head != tail;
  if (ok) {
    value := slots[slot(tail, capacity)];
    assert {:msg "an element comes out as it went in"} value == written[tail];
    tail := add(tail, 1bv8);
  }
}

procedure {:entrypoint} main()
  modifies head, tail, slots, written;
{
  var value: bv32;
  var ok: bool;

  assume head == tail;
  assume ule(1bv8, capacity) && ule(capacity, 8bv8);
  while (*) {
    if (*) {
      havoc value;
      // The low byte is a tag.
      assume value[8:0] == 170bv8;
      call ok := push(value);
    } else {
      call ok, value := pop();
      assert {:msg "the tag survives"} ok ==> value[8:0] == 170bv8;
    }
  }
}

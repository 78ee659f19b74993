// prove: induction => safe, mutants unsafe
// Members of a record in memory: where a ring begins, and how much of it is used.
var head: [int]int;
var used: [int]int;
var size: [int]int;

procedure main(r: int, n: int)
  modifies head, used, size;
{
  var tail: int;
  assume 0 < n;
  size[r], head[r], used[r] := n, 0, 0;
  while (*) {
    if (*) {
      if (used[r] < size[r]) { //=> if (used[r] <= size[r]) {
        tail := head[r] + used[r];
        if (tail >= size[r]) { //=> if (tail > size[r]) {
          tail := tail - size[r];
        }
        assert 0 <= tail && tail < size[r];
        used[r] := used[r] + 1;
      }
    } else if (used[r] > 0) {
      assert head[r] < size[r];
      head[r] := head[r] + 1;
      if (head[r] == size[r]) { head[r] := 0; }
      used[r] := used[r] - 1;
    }
    assert used[r] <= size[r];
  }
}

// prove: induction => safe, mutants unsafe
// A pointer goes up as the number of cells that are left goes down.
procedure main(start: int, size: int, from: int, count: int)
{
  var p, n: int;
  assume 281474976710656 <= start && 0 <= size && size <= 1000 && 0 <= from && from <= size;
  assume 0 <= count && count <= size - from; //=> assume 0 <= count && count <= size;
  p, n := start + from, count;
  while (n > 0) {
    assert start <= p && p < start + size;
    p := p + 1;
    n := n - 1;
  }
}

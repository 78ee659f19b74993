// prove: induction => safe, mutants unsafe
// What is asserted of one end of a range holds of the other before they meet.
procedure main(n: int)
{
  var lo, hi, mid: int;
  assume 0 <= n && n <= 10000;
  lo, hi := 0, 100;
  while (lo < hi) {
    mid := (lo + hi + 1) div 2;
    if (mid * mid <= n) {
      lo := mid;
    } else {
      hi := mid - 1; //=> hi := mid - 2;
    }
  }
  assert lo * lo <= n;
  assert (lo + 1) * (lo + 1) > n;
}

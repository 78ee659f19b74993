// prove: execution => safe, mutants unsafe
// Inputs of many values are indices: some are tried, and what is asserted of the others is not claimed.
procedure main()
{
  var m: [int]int;
  var p, q: int;

  assume m[0] == 5;
  havoc p, q;
  assume 100 <= p && p <= 102;
  m[p] := q;
  if (q * 3 == p + 200) {
    assert p == 100 && m[100] == 100; //=> assert p == 100 && m[100] == 101;
  }
  assert m[0] == 5; //=> assert m[101] == 5;
  assert p != 101 ==> q + p != q + 101; //=> assert q + p != q + 101;
}

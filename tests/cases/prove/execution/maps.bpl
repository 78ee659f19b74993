// prove: execution => safe, mutants unsafe
// A map that the program leaves open is read and written at indices that it leaves open.
function {:inline} low(x: int): int { if x mod 8 < 4 then 0 else 4 }

procedure main()
{
  var m, n: [int]int;
  var i, j, k: int;
  var b: bool;

  havoc m;
  havoc i, j;
  assume 0 <= i && i < 6 && i <= j && j < 6;
  n := m[i := 10];
  n[j] := n[j] + 1;
  assert i == j ==> n[i] == 11; //=> assert n[i] == 11;
  assert i != j ==> n[i] == 10; //=> assert n[i] == 10;
  assert n[7] == m[7]; //=> assert n[5] == m[5];
  n := (lambda a: int :: if i <= a && a < j then 3 else m[a]);
  assert i < j ==> n[i] == 3 && n[j - 1] == 3; //=> assert i < j ==> n[i] == 3 && n[j] == 3;
  k := low(i + j) + (if b then i else j);
  assert k <= 4 + j; //=> assert k <= 4 + i;
  assert i > 0 ==> (10 * i + j) div i >= 11; //=> assert i > 0 ==> (10 * i + j) div i >= 12;
}

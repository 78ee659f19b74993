// prove: shrink => safe
procedure main(n: int, a: [int]int, x: int)
{
  var i: int;
  assume n >= 0; //=> assume n >= -1;
  i := 0;
  while (i < n) {
    if (a[i] == x) { break; } //=> if (a[i] == x || a[i] == 3) { break; }
    i := i + 1; //=> i := i + 2;
  }
  assert (forall j: int :: 0 <= j && j < i ==> a[j] != x);
  assert i == n || a[i] == x; //=> assert i == n;
}

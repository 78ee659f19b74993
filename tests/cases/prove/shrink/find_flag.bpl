// prove: shrink => safe
procedure main(n: int, a: [int]int, x: int)
{
  var i, r: int;
  assume n >= 0;
  r := n;
  i := 0;
  while (i < n) {
    if (a[i] == x && r == n) { //=> if (a[i] == x) {
      r := i; //=> r := i + 1;
    }
    i := i + 1;
  }
  assert (forall j: int :: 0 <= j && j < r ==> a[j] != x); //=> assert (forall j: int :: 0 <= j && j <= r ==> a[j] != x);
  assert r == n || a[r] == x;
}

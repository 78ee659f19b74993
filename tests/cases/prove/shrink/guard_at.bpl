// prove: shrink => safe
// A search that must stop at the place where what it looks for was put.
procedure main(n: int, place: int, wanted: int)
{
  var i, x: int;
  var a: [int]int;
  assume 0 <= place && place < n;
  i := 0;
  while (i < n) {
    havoc x;
    a[i] := x;
    i := i + 1;
  }
  a[place] := wanted; //=> a[place + 1] := wanted;
  i := 0; //=> i := place + 1;
  while (a[i] != wanted) {
    i := i + 1;
  }
  assert i <= place; //=> assert i < place;
}

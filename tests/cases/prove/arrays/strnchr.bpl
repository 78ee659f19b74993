// prove: shrink => safe
// prove: squeeze => safe
// The first c among the first n characters.
procedure main(n: int, s: [int]int, c: int)
{
  var i, ret: int;
  assume n >= 0;
  i := 0;
  ret := -1;
  while (i < n) {
    if (s[i] == c) { ret := i; break; } //=> if (s[i] == c) { ret := i + 1; break; }
    if (s[i] == 0) { break; } //=> if (s[i] == 1) { break; }
    i := i + 1; //=> i := i + 2;
  }
  assert ret >= 0 ==> ret < n && s[ret] == c;
  assert ret == -1 ==> i == n || s[i] == 0;
  assert (forall j: int :: 0 <= j && j < i ==> !(s[j] == c || s[j] == 0));
}

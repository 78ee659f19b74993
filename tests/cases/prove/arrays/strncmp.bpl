// prove: shrink => safe
// prove: squeeze => safe
procedure main(n: int, s: [int]int, t: [int]int)
{
  var i, ret: int;
  assume n >= 0;
  i := 0;
  ret := 0;
  while (i < n) {
    if (s[i] != t[i]) { ret := s[i] - t[i]; break; } //=> if (s[i] != t[i]) { ret := t[i] - s[i]; break; }
    if (s[i] == 0) { break; } //=> if (s[i] == 1) { break; }
    i := i + 1;
  }
  assert ret == 0 ==> i == n || (s[i] == 0 && t[i] == 0); //=> assert ret == 0 ==> i == n;
  assert ret != 0 ==> i < n && ret == s[i] - t[i];
  assert (forall j: int :: 0 <= j && j < i ==> s[j] == t[j] && s[j] != 0);
}

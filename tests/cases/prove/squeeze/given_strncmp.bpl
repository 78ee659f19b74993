// prove: squeeze => safe
// The first difference of two strings among n characters.
procedure main(n: int, s: [int]int, t: [int]int)
{
  var i, ret: int;
  assume n >= 0;
  i := 0;
  ret := 0;
  while (i < n) {
    if (s[i] != t[i]) { ret := s[i] - t[i]; break; } //=> if (s[i] != t[i]) { ret := s[i] + t[i]; break; }
    if (s[i] == 0) { break; } //=> if (s[i] == 1) { break; }
    i := i + 1; //=> i := i + 2;
  }
  assert ret != 0 ==> i < n && s[i] - t[i] == ret;
  assert ret == 0 ==> i == n || (s[i] == 0 && t[i] == 0);
  assert (forall j: int :: 0 <= j && j < i ==> !(s[j] != t[j] || s[j] == 0));
}

procedure {:squeeze} {:rank n, 2} shorter(n: int, s: [int]int, t: [int]int) returns (gone: int)
{
  if (s[0] == t[0] && s[0] != 0) { gone := 0; } else { gone := 1; }
}

// verify: verified
// A loop with two entries. The invariant stands at one of them.
procedure P(n: int)
{
  var i: int;
  i := 0;
  goto A, B;
A:
  assert i >= 0; //=> assert i >= 1;
  i := i + 1;
  goto B, End;
B:
  i := i + 1;
  goto A, End;
End:
  assert i >= 0;
}

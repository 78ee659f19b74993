// verify: refuted
// Without an invariant nothing is known of i where the loops meet.
procedure P(n: int)
{
  var i: int;
  i := 0;
  goto A, B;
A:
  i := i + 1;
  goto B, End;
B:
  i := i + 1;
  goto A, End;
End:
  assert i <= 2; //~ assertion
}

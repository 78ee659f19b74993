function q(x: int): bool;
var m: [int]int;
procedure main()
{
  assert (forall y: int :: {q(y)} m[y] == 0);
  assert m[1] == 0;
  if (m[1] == 7) { return; }
}

// slice: safe bound=0 more=4
// No execution takes the ways that the slice proposes: what they have in common is excluded from it, until nothing is left.
var state, other: int;

procedure probe(a: int) returns (r: int)
{
  call r := inner(a);
}

procedure inner(a: int) returns (r: int)
{
  if (a mod 2 == 0) { r := a; } else { r := 2 * a; }
}

procedure step()
{
  assert state == 0;
}

procedure {:entrypoint} main(a: int)
{
  var r: int;
  state := 0;
  call r := probe(a);
  if (other == 3) { if (r == 123457) { state := 1; } } //=> if (other == 3) { if (r == 123456) { state := 1; } }
  else { if (r == 7) { state := 2; } }
  if (other == 4) { state := state * 2; }
  call step();
}

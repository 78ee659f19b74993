// slice: unsafe bound=0 more=3
// What the slice leaves to chance is left to the solver along the candidate: no run comes upon the number by chance.
var state, other: int;

procedure probe(a: int) returns (r: int)
{
  call r := inner(a);
}

procedure inner(a: int) returns (r: int)
{
  if (a mod 2 == 0) { r := 3 * a; } else { r := a; }
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
  if (r == 123456) { state := 1; }
  call step();
}

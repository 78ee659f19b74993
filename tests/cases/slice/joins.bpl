// slice: unsafe bound=0
// A branch that sets what matters, matters. Others are passed by in one step, with what they contain.
var state, other, noise: int;

procedure square()
{
  noise := noise * noise;
}

procedure step(a: int)
{
  var x: int;
  x := a;
  if (x > 1) { if (x > 2) { other := x; } x := x + other; }
  if (noise > 3) { if (noise > 4) { noise := noise + 1; } else { noise := 0; } call square(); }
  if (other >= x) { state := 1; }
  assert state == 0;
}

procedure {:entrypoint} main(a: int)
{
  state := 0;
  if (*) { other := a; call step(a); } else { other := 7; }
}

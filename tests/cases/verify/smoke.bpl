// verify: refuted smoke
procedure Plain(x: int)
{
  if (x > 0) {
    assert x != 0;
  }
}

procedure Contradiction(x: int)
  requires x > 0;
{
  var y: int;
  if (x < 0) { //~ unreachable
    y := 1;
  } else {
    y := 2;
  }
}

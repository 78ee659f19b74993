// slice: unsafe bound=0 more=4
// What the slice passes by is no choice that it makes: the whole program may take either way.
var state, other: int;

procedure probe() returns (r: int)
{
  call r := inner();
}

procedure inner() returns (r: int)
{
  r := other * 3;
}

procedure step()
{
  assert state == 0;
}

procedure {:entrypoint} main()
{
  var r: int;
 start:
  state := 0;
  other := 1;
  goto more, after;
 more:
  other := 2;
  goto after;
 after:
  call r := probe();
  goto right, wrong;
 right:
  assume r != 6;
  goto end;
 wrong:
  assume r == 6;
  state := 1;
  goto end;
 end:
  call step();
}

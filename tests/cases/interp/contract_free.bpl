// explore: safe ints=-2..2
// What free clauses, where clauses and bodyless procedures assume.

var g: int where g >= 0;

procedure choose(low: int) returns (r: int where r < 2);
  requires low <= 1;
  modifies g;
  ensures r >= low;
  free ensures g == old(g) + 1;

procedure silent(x: int) returns (y: int where y > 0)
  free requires x == 2;
  free ensures y == 1;
{
  assert x == 2 && y > 0;
  havoc y;
  assert y > 0;
}

procedure main()
  free requires g == 0;
  modifies g;
{
  var r: int;
  var w: int where w == 1;
  assert w == 1 && g == 0;
  havoc w;
  assert w == 1;
  call r := choose(1);
  assert r == 1 && g == 1;
  call r := choose(0);
  assert 0 <= r && r <= 1 && g == 2;
  havoc r;
  call r := silent(r);
  assert r == 1;
}

// elaborate: ok
// Procedures are copied for the types of their calls; what nothing calls is kept at fresh types.
procedure swap<a>(x: a, y: a) returns (u: a, v: a)
  ensures u == y && v == x;
{
  var t: a;
  t := x;
  u := y;
  v := t;
}

procedure twice<a>(x: a, y: a) returns (u: a, v: a)
{
  call u, v := swap(x, y);
  call u, v := swap(u, v);
}

procedure uncalled<a, b>(x: a, y: b) returns (z: a)
  ensures z == x;
{
  z := x;
}

procedure declared<a>(x: a);

procedure other<a>(x: a) returns (y: a);
implementation other<b>(x: b) returns (y: b) { y := x; }
implementation {:second} other<c>(x: c) returns (y: c) { var t: c; t := x; y := t; }

procedure main()
{
  var i, j: int;
  var p: bool;
  call i, j := twice(1, 2);
  call p := other(true);
  assert i == 1;
}

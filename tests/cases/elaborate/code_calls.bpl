// elaborate: ok
// Calls in code expressions are inlined.
var g: int;

procedure inc(a: int) returns (r: int)
  requires a >= 0;
  free requires a < 100;
  ensures r > a;
{
  if (a > 10) { r := a + 2; return; }
  r := a + 1;
}

procedure unknown(a: int) returns (r: int where r > 0);
  ensures r >= a && g == old(g);

procedure both(a: int) returns (r: int)
{
  var t: int;
  call t := inc(a);
  call r := unknown(t);
}

procedure main(y: int)
{
  assert |{ var x: int; A: call x := inc(y); return x > y; }|;
  assert |{ var x: int; A: call x := unknown(y); return x >= y; }|;
  assert |{ var x: int; A: call x := both(y); return x > y; }|;
}

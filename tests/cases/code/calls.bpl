// check: safe bound=0
procedure abs(x: int) returns (r: int)
{
  r := x;
  if (x < 0) { r := 0 - x; } //=> if (x < 1) { r := x; }
}
procedure some(n: int) returns (r: int);
  requires n > 0;
  ensures 0 <= r && r < n; //=> ensures 0 <= r;
procedure main(y: int)
{
  assert |{ var r: int; A: call r := abs(y); return r >= 0; }|;
  assert |{ var r: int; A: call r := some(3); return r < 3; }|;
  assert |{ var r: int; A: assume y > 0; call r := some(y); return r < y; }|; //=> assert |{ var r: int; A: call r := some(y); return r < y; }|;
}

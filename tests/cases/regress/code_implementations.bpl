// check: safe bound=0 entry=main
// The second implementation has parameters of its own; what the contract says is about them.
procedure twice(x: int) returns (r: int);
  requires |{ A: goto B, C; B: return x > 0; C: return x < 9; }|;
  ensures |{ A: return r > x; }|;
implementation twice(a: int) returns (b: int) { b := a + a; } //=> implementation twice(a: int) returns (b: int) { b := a - a; }
procedure main()
{
  var r: int;
  call r := twice(3);
  assert r > 3;
}

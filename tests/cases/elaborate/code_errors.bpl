// elaborate: error
var g: int;

procedure changes()
  modifies g;
{
  g := 1; //~ ERROR may not change `g`
}

procedure havocs();
  modifies g;

procedure recursive(a: int) returns (r: int)
{
  call r := recursive(a); //~ ERROR recursive
}

procedure loops(a: int) returns (r: int)
{
  r := a;
  while (r < 10) { r := r + 1; } //~ ERROR a loop in a code expression
}

procedure poly<a>(x: a) returns (r: a);

procedure quotes(x: int) returns (r: bool)
{
  r := |{ var b: bool; A: call b := quotes(x); return b; }|; //~ ERROR a code expression that calls itself
}

procedure main(y: int)
{
  assert |{ var x: int; A: call x := loops(0); return x > 0; }|;
  assert |{ A: call changes(); return true; }|;
  assert |{ A: call havocs(); return true; }|; //~ ERROR calls `havocs`, which modifies `g`
  assert |{ var x: int; A: call x := recursive(1); return true; }|;
  assert |{ var x: int; A: call x := poly(1); return true; }|; //~ ERROR the polymorphic procedure `poly`
}

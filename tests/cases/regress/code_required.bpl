// check: unsafe bound=0
// The entry's precondition is assumed, and the callee's checked.
procedure main(x: int)
  requires |{ A: goto B, C; B: return x > 0; C: return x < 0; }|;
{
  call needs(x); //~ precondition
}
procedure needs(y: int)
  requires |{ A: goto B, C; B: return y > 0; C: return y > -10; }|;
{
}

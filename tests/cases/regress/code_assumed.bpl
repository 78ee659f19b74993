// check: unsafe bound=0
// Where a code expression is assumed, one of its paths is enough.
procedure main(x: int)
{
  assume |{ A: goto B, C; B: return x > 0; C: return x < 0; }|;
  assert false; //~ assertion
}

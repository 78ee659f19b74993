// explore: unsafe bound=0 ints=-1..1
// The explorer finds the violation behind an assumption that one path allows.
procedure main(x: int)
{
  assume |{ A: goto B, C; B: return x > 0; C: return x < 0; }|;
  assert false; //~ assertion
}

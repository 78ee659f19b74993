// check: unsafe bound=1
// A loop invariant is an assertion: it must hold on every path of the code expression.
procedure main()
{
  var i: int;
  i := 0;
  while (i < 2)
    invariant |{ A: goto B, C; B: return i >= 0; C: return i < 1; }|; //~ loop invariant
  {
    i := i + 1;
  }
}

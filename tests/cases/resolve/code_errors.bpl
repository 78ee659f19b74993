// resolve: error

procedure main(x: int)
{
  assert |{ A: goto B; B: goto A; }|; //~ ERROR loops in code expressions are not supported
  assert |{ A: return x; }|; //~ ERROR the value of a code expression must be of type bool, not `int`
  assert |{ var x: int; A: goto C; }|; //~ ERROR the label `C` is not declared
}

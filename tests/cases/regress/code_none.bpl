// check: safe bound=0
// A code expression without a path through it: nothing fails, and nothing goes on.
procedure main(x: int)
{
  assert |{ A: assume x != x; return false; }|; //=> assert |{ A: assume x == x; return false; }|;
  assert false;
}

// explore: unsafe bound=0
// A precondition is checked at the call, even if entering would be beyond the bound.

procedure {:entrypoint} p(n: int)
  requires n == 0;
{
  call p(n + 1); //~ precondition
}

// check: unsafe bound=0
procedure p(x: int);
  requires x > 0;
procedure main(x: int)
{
  call p(x); //~ precondition
}

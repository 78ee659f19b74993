// check: unsafe bound=0
// A thread of a thread goes on while both are interrupted.
var x: int;

procedure grandchild()
{
  assume x == 1;
  x := 2;
}

procedure child()
{
  async call grandchild();
  x := 1;
  assume x == 2;
  x := 3;
}

procedure {:entrypoint} main()
{
  x := 0;
  async call child();
  assume x == 3;
  assert false; //~ assertion
}

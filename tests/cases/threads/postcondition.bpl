// check: unsafe bound=0
// A postcondition is about the moment of the return.
var x: int;

procedure set()
  ensures x == 1;
{
  x := 1;
} //~ postcondition

procedure worker()
{
  x := 2;
}

procedure {:entrypoint} main()
{
  async call worker();
  call set();
}

// check: unsafe contexts=all bound=0
// What a thread writes in the last round that the bound allows, others see, though the round is not completed.

var x, y: int;

procedure B()
  modifies x;
{
  while (y == 0) { x := 1; }
}

procedure {:entrypoint} main()
  modifies x, y;
{
  x := 0;
  y := 0;
  async call B();
  assume x == 1;
  y := 1;
  assert false; //~ assertion
}

// check: safe bound=0
procedure main(x: int)
{
  assume x > 0; //=> assume x > -1;
  if (x == 0) { assert false; }
}

// check: safe-up-to-bound bound=1
// A test of constants in it does not make a loop end.
procedure main(step: int)
  requires step > 0;
{
  var on: bool, n: int;
  on := true;
  n := 0;
  while (true)
  {
    if (on) { n := n + step; }
    assert n != 3 * step; //=> assert n != 2 * step;
  }
}

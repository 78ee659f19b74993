// verify: refuted loop-unroll=3
procedure P()
{
  var i, j: int;
  i := 0;
  while (i < 10)
  {
    j := 0;
    while (j < 2)
    {
      j := j + 1;
    }
    assert i != 2; //~ assertion
    i := i + 1;
  }
  assert false;
}

// prove: induction => safe, mutants unsafe
// A buffer that there may not be yet: where there is one, there is room behind what it holds.
procedure main()
{
  var data, len, cap: int;
  data, len, cap := 0, 0, 0;
  while (*)
  {
    if (data == 0)
    {
      data, cap := 1, 16; //=> data, cap := 1, 0;
    }
    else if (len + 1 < cap)
    {
      len := len + 1;
    }
    else if (*)
    {
      cap := 2 * cap;
    }
  }
  if (data != 0)
  {
    assert len < cap;
  }
}

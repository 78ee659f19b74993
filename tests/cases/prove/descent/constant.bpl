// prove: descent => unknown
// Nothing is allocated, so no run is smaller than another.
procedure {:entrypoint} main()
{
  var i: int;
  i := 0;
  while (i < 10) { i := i + 1; }
  assert i <= 10;
}

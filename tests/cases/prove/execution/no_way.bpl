// prove: execution => safe
// An assertion that fails in no way leaves everything as it was, the ways that were tried too.
procedure {:entrypoint} main()
{
  var x, y, z: int;

  havoc x, y, z;
  assume y >= 3;
  assert x >= 0 || y >= 0; //=> assert x >= 0 || y >= 4;
  assert (x >= 0 && y >= 9) || y >= 3;
  if (x >= 0) { z := 1; } else { z := 2; }
  assert z == 1 || x <= -1; //=> assert z == 2;
  assume x == 7 || x == 9 || (y == 5 && x > 0);
  assert x != 0; //=> assert x != 7;
  assert x != 8 || y == 5; //=> assert x != 9;
  assert !(x == 1 && y != 5); //=> assert !(x == 1 && y == 5);
}

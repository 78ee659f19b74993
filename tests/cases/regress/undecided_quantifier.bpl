// check: unknown bound=0
// 33 is a sum of three cubes, of numbers with 16 digits: nothing that is tried contradicts the assumption, but that
// decides nothing.
procedure main(n: int)
{
  assume (forall x, y, z: int :: x*x*x + y*y*y + z*z*z != n);
  assert n != 33;
}

// prove: chc => safe, mutants unsafe
// A loop written with jumps.
procedure main(n: int)
{
  var i: int;
start:
  i := 0;
  goto head;
head:
  goto again, done;
again:
  assume i < n;
  i := i + 1; //=> i := i + 2;
  goto head;
done:
  assume i >= n;
  assert n < 0 || i == n;
}

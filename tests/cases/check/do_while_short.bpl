// check: safe-up-to-bound bound=1
procedure main(n: int)
  requires n == 3 || n == 4;
{
  var i: int;
  i := 0;
  goto body;
body:
  i := i + 1;
  goto again, done;
again:
  assume i < n;
  goto body;
done:
  assume i >= n; //=> assume i >= n - 1;
  assert false;
}

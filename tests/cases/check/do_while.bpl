// check: unsafe bound=2
// The body runs three times, the back edge is taken twice.
procedure main(n: int)
  requires n == 3;
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
  assume i >= n;
  assert i != 3; //~ assertion
}

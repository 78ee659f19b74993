// check: unsafe bound=2
// The body runs three times, the back edge is taken twice.
procedure main()
{
  var i: int;
  i := 0;
  goto body;
body:
  i := i + 1;
  goto again, done;
again:
  assume i < 3;
  goto body;
done:
  assume i >= 3;
  assert i != 3; //~ assertion
}

// check: safe-up-to-bound bound=1
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
  assume i >= 3; //=> assume i >= 2;
  assert false;
}

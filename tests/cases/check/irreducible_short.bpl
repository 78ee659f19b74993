// check: safe-up-to-bound bound=0
procedure main()
{
  var n: int;
  n := 0;
  goto head, body;
head:
  goto done, body;
body:
  n := n + 1;
  goto head;
done:
  assert n != 2; //=> assert n != 1;
}

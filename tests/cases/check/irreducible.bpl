// check: unsafe bound=2
// Two blocks go to each other and both are entered; the search meets head first, so body to head is the back edge.
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
  assert n != 2; //~ assertion
}

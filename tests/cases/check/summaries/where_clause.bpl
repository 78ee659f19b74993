// check: unsafe bound=1 summaries=houdini
// A where clause is assumed where a variable is havocked, and says nothing of what is assigned.
var g: int where g > 0;
procedure step(n: int)
  modifies g;
{
  g := g - 1;
  if (n > 0) { call step(n - 1); }
}
procedure main()
  modifies g;
{
  havoc g;
  call step(1);
  assert g > 0; //~ assertion
}

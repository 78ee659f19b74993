// check: safe bound=2 summaries=houdini
// Contracts count where summaries are inferred.
var x: int;
procedure next();
  modifies x;
  ensures x > old(x); //=> ensures x != old(x);
procedure main()
  modifies x;
{
  x := 1;
  while (*) { call next(); }
  assert x >= 1;
}

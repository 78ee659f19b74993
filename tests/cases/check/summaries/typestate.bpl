// check: safe bound=2 summaries=houdini
// Locks alternate in each round, so no round can fail: the property of section 4.2 of the Corral paper.
var s: int;
procedure acquire() modifies s; { assert s == 0; s := 1; }
procedure release() modifies s; { assert s == 1; s := 0; }
procedure work()
  modifies s;
{
  var again: bool;
  call acquire();
  call release();
  havoc again;
  if (again) { call work(); } //=> if (again) { s := 1; call work(); }
}
procedure main()
  modifies s;
{
  s := 0;
  while (*)
  {
    call acquire();
    call release(); //=> if (*) { call release(); }
    call work();
  }
  call acquire(); //=> call release();
}

// parse: error
var {:layer 0,1} x: int;
const ok: int;

yield procedure {:layer 1} P()   //~ ERROR `yield procedure` declarations are not supported (CIVL)
  refines atomic action A { x := 1; }
  preserves call Inv();
{
  yield;
  par Q() | R();
}

yield invariant {:layer 1} Inv();   //~ ERROR `yield invariant` declarations are not supported (CIVL)
  preserves x >= 0;

invariant Old(); //~ ERROR `invariant` declarations are not supported (CIVL)

atomic action {:layer 1} B()   //~ ERROR `action` declarations are not supported (CIVL)
  modifies x;
{ x := 2; }

pure action C() { }   //~ ERROR `action` declarations are not supported (CIVL)
action D();   //~ ERROR `action` declarations are not supported (CIVL)
both action E() {}   //~ ERROR `action` declarations are not supported (CIVL)
left procedure F();   //~ ERROR mover types are not supported (CIVL)

procedure G(n: int)
  measure n;
{
  yield;
  par G(1) | G(2);   //~ ERROR `par` calls are not supported (CIVL)
  par x := H();   //~ ERROR `par` calls are not supported (CIVL)
  call G(1) | x := H();   //~ ERROR parallel calls are not supported (CIVL)
L:
  yield;
  while (*)
    invariant true;
    measure {:layer 1} n, 2;
  {
    measure n - 1;
  }
}

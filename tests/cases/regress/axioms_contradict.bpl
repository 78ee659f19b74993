// check: safe bound=0
// No value of `c` satisfies both axioms, so there is no execution, whatever the assertion mentions.
const c: int;
axiom c > 0;
axiom c < 0; //=> axiom c < 2;
procedure main()
{
  assert false;
}

// resolve: ok
// Attributes are open-ended; at declarations without a state, what speaks of variables is kept as text.

type {:unknown 1, "two", c} T;
const {:a c, g + 1} unique c, d: T;
var {:b c} {:b} g: int;
function {:inline} {:weird f(g), x} f(x: int): int { x }
axiom {:name f(g), c} c != d;

procedure {:entrypoint} {:inline 1} {:good 1 + x} p({:in x} x: int) returns ({:out} y: int)
  requires {:r x} {:r g} x > 0;
  ensures {:e old(g)} y > 0;
{
  assert {:sourcefile "a.c"} {:sourceline 7} {:print "x", x, g} true;
  assume {:branchcond x > g} x > 1;
  call {:si_unique_call 3} y := p(x);
  if {:cond "c"} (x > 2) { y := 1; }
  havoc {:h y} y;
  y := 1;
  assert (forall z: int :: {:weight 3} {:qid "mine"} {:skolemid "s"} z == z);
}

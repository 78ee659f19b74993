// resolve: ok
// Attributes are open-ended; what does not resolve is kept as text.

type {:unknown 1, "two", three} T;
const {:a unique_name, 1 + 1} unique c, d: T;
var {:b c} {:b} g: int;
function {:inline} {:weird f(1, true)} f(x: int): int { x }
axiom {:name undefined(c)} c != d;

procedure {:entrypoint} {:inline 1} {:bad 1 + true} p({:in x} x: int) returns ({:out} y: int)
  requires {:r x} {:r y} x > 0;
  ensures {:e old(g)} y > 0;
{
  assert {:sourcefile "a.c"} {:sourceline 7} {:print "x", x, nothing} true;
  assume {:branchcond v1} x > 1;
  call {:si_unique_call 3} y := p(x);
  if {:cond "c"} (x > 2) { y := 1; }
  havoc {:h y} y;
  y := 1;
  assert (forall z: int :: {:weight 3} {:qid "mine"} {:skolemid "s"} z == z);
}

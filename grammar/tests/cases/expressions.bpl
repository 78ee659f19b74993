// parse: ok
axiom (forall x: int :: x == x);
axiom (exists <a> x: a, y: [a]bool :: y[x]);
axiom (forall<a, b> :: f(0));
axiom (forall x, y: int, {:skolem} z: bool :: { f(x), g(y) } {:weight 5} { f(y) } {:nopats g(x)} {:qid "q"} z ==> x < y);
axiom (∀ x: int • (∃ y: int :: (x ≤ y ∧ ¬(x ≠ y)) ∨ y ≥ x));
axiom a ⇒ (b ⇔ (c ⇐ d));
axiom (lambda x: int, y: int :: x + y)[1, 2] == 3;
axiom (λ x: int :: x) == id;
axiom (var x := 3; x) == 3;
axiom (var {:a} x, {:b} {:c 1} y := f(1), g(2); {:d} x + y) == 3;
axiom m[] == n[:= 3];
axiom m[7 : int] == n[x : T];
axiom v[0:0] == w[ 31 : 16 ] ++ x[8 /* high */ : /* low */ 0];
axiom d is Cons && d->head == 1 && d->(tail := Nil())->tail is Nil;
axiom -5 - -6 == 1 && - - 7 == 7 && x - -y == x + y;
axiom RNE != RTZ && roundNearestTiesToAway == RNA && roundTowardPositive == RTP && roundTowardNegative == RTN;
axiom f() == g(h(), i(1)[3]);

// resolve: error

function f(x: int): int;
function g(x: int, y: int): bool;
function h<a>(x: int): a;
type T _;
function k<a>(x: T a): int;

axiom (forall x: int :: { f(x) } { g(x, x), f(x) } {:nopats f(x)} f(x) > x);
axiom (forall x, y: int :: { f(x), f(y) } g(x, y));
axiom (forall x: int :: { f(x) + 1 } g(x, x));
axiom (forall x, y: int :: { f(x) } g(x, y)); //~ ERROR the trigger must mention the variable `y`
axiom (forall x: int :: { x } g(x, x)); //~ ERROR a trigger must be more than the variable `x`
axiom (forall x: int :: { f(x) == 3 } g(x, x)); //~ ERROR `==` is not allowed in a trigger
axiom (forall x: int :: { f(x) < 3 } g(x, x)); //~ ERROR a comparison is not allowed in a trigger
axiom (forall x: int :: { !g(x, x) } g(x, x)); //~ ERROR `!` is not allowed in a trigger
axiom (forall x: int :: { g(x, x) && g(x, 1) } g(x, x)); //~ ERROR `&&` is not allowed in a trigger
axiom (forall x: int :: { g(x, x) ==> g(x, 1) } g(x, x)); //~ ERROR `==>` is not allowed in a trigger
axiom (forall x: int :: { (forall y: int :: g(x, y)) } g(x, x)); //~ ERROR a quantifier is not allowed in a trigger
axiom (forall x: int :: { f(z) } g(x, x)); //~ ERROR the variable `z` is not declared
axiom (forall<a> x: int :: { f(x) } h(x) == h(x) : a); //~ ERROR the trigger must mention the type variable `a`
axiom (forall<a> x: int :: { h(x) : a } h(x) == h(x) : a);
axiom (forall x: int :: f(x)); //~ ERROR the body of a quantifier must be of type bool, not `int`
axiom f(1); //~ ERROR an axiom must be of type bool, not `int`

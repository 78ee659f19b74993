// resolve: error
// The body of a declaration that gives way must fit the one that counts.
function {:extern} f(x: int): int { x } //~ ERROR the function `f` has two bodies that differ
function f(x: int): int { x + 1 }
function {:extern} g(x: int): int { x } //~ ERROR this body of `g` is for other types
function g(x: int): bool;
procedure {:extern} p(n: int) { assert n == n; } //~ ERROR the parameter `n` is of type `bool` in the procedure, not `int`
procedure p(m: bool);

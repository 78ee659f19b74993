// resolve: error

type List _;
procedure p<a>(n: int, l: List a) returns (r: bool);
implementation p<a>(n: int) returns (r: bool) { } //~ ERROR the procedure `p` has 2 in-parameters, its implementation has 1
//~^ ERROR the type variable `a` must occur in the types of the parameters
implementation p<a>(n: int, l: List a) { } //~ ERROR the procedure `p` has 1 out-parameter, its implementation has 0
implementation p(n: int, l: List int) returns (r: bool) { } //~ ERROR the procedure `p` has 1 type parameter, its implementation has 0
implementation p<a>(n: bool, l: List a) returns (r: bool) { } //~ ERROR the parameter `n` is of type `int` in the procedure, not `bool`
implementation p<a>(n: int, l: a) returns (r: bool) { } //~ ERROR the parameter `l` is of type `List a` in the procedure, not `a`
implementation p<a>(n: int, n: List a) returns (r: bool) { } //~ ERROR the parameter `n` is declared twice
implementation nothing() { } //~ ERROR there is no procedure `nothing` to implement

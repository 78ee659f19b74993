// resolve: error

function f(x: int): int { x == 1 } //~ ERROR the body of `f` is of type `bool`, not `int`
function g<a>(x: int): a { x } //~ ERROR the body of `g` is of type `int`, not `a`
function {:inline} l(x: int): int { l(x - 1) } //~ ERROR the function `l` is inlined, but calls itself
function {:inline} m(x: int): int { n(x - 1) } //~ ERROR the function `m` is inlined, but calls itself by way of `n`
function {:define} n(x: int): int { m(x - 1) }
function o(x: int): int { undeclared(x) } //~ ERROR the function `undeclared` is not declared
function p(x: int) returns (r: int) { r } //~ ERROR the variable `r` is not declared

procedure main()
{
  assert f() == 1; //~ ERROR `f` takes 1 argument, not 0
  assert f(1, 2) == 1; //~ ERROR `f` takes 1 argument, not 2
  assert f(true) == 1; //~ ERROR argument 1 of `f` must be of type `int`, not `bool`
}

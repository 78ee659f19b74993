// resolve: error

procedure main(x: int)
{
  here:
  goto here, nowhere; //~ ERROR the label `nowhere` is not declared
  break; //~ ERROR `break` is not inside of a loop
  if (*) { break; } //~ ERROR `break` is not inside of a loop
  if (*) { here: } //~ ERROR the label `here` is declared twice
  while (*) { break other; } //~ ERROR no enclosing statement has the label `other`
  before: assert true; while (*) { break before; } //~ ERROR the label `before` does not stand before a loop or an `if`
  here: while (x) { break here; } //~ ERROR the label `here` is declared twice
  //~^ ERROR the condition of a loop must be of type bool, not `int`
  while (*) invariant x; { } //~ ERROR an invariant must be of type bool, not `int`
  if (x) { } //~ ERROR the condition of an `if` must be of type bool, not `int`
}

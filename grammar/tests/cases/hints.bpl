// parse: error
procedure forgotten_call(x: int) returns (y: int)
{
  forgotten_call(x); //~ ERROR `forgotten_call(…)` is an expression where a statement should be
}

procedure forgotten_call_of_a_number()
{
  f(3, g(4)); //~ ERROR `f(…)` is an expression where a statement should be
}

procedure one_mistake(type: int) //~ ERROR found `type`
{
  assert type == 0;
}

procedure another(x: int)
{
  var function: int; //~ ERROR found `function`
  function := x;
  assert x == function;
}

procedure bits(p: bool, q: bool)
{
  assert p & q; //~ ERROR unexpected character `&`
}

procedure either(p: bool, q: bool)
{
  assert p | q; //~ ERROR found `|`
}

// resolve: error

procedure main(n: int, b: bool)
{
  assume {:minimize n} {:maximize n + 1} true;
  assume {:minimize} true; //~ ERROR `:minimize` takes one argument, of type int, real or a bit-vector type
  assume {:maximize n, n} true; //~ ERROR `:maximize` takes one argument, of type int, real or a bit-vector type
  assume {:maximize b} true; //~ ERROR `:maximize` takes one argument, of type int, real or a bit-vector type
  assert {:verified_under b} true;
  assert {:verified_under n} true; //~ ERROR `:verified_under` takes one argument, of type bool
  assert {:id "one"} true;
  assume {:id "one"} true; //~ ERROR two statements have the id "one"
  call {:id "one"} main(1, true); //~ ERROR two statements have the id "one"
  while (*) invariant {:id "two"} true; { assert {:id "two"} true; } //~ ERROR two statements have the id "two"
}

const {:a hidden} c: int; //~ ERROR the variable `hidden` is not declared
function {:weird f(1, true)} f(x: int): int; //~ ERROR `f` takes 1 argument, not 2
axiom {:bad 1 + true} c > 0; //~ ERROR `+` cannot be applied to `int` and `bool`

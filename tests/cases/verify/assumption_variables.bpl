// verify: verified
procedure P(n: int)
{
  var {:assumption} a: bool;
  var before: bool;
  assert a;
  a := a && n > 0; //=> a := a && n > 1;
  assert n > 0 ==> a;
  before := a;
  havoc a;
  assert a ==> before;
}

// parse: error
axiom a && b || c;   //~ ERROR `&&` and `||` do not mix without parentheses
axiom a || b && c;   //~ ERROR `&&` and `||` do not mix without parentheses
axiom a ==> b <== c;   //~ ERROR `==>` and `<==` do not mix without parentheses
axiom a <== b ==> c;   //~ ERROR `==>` and `<==` do not mix without parentheses
axiom a < b < c;   //~ ERROR comparisons do not chain without parentheses
axiom a == b == c;   //~ ERROR comparisons do not chain without parentheses
axiom a = b;   //~ ERROR equality is `==`, assignment is `:=`
axiom forall x: int :: x == x;   //~ ERROR quantifiers and lambda expressions stand in parentheses
axiom x is y is z;   //~ ERROR found `is`
procedure P()
{
  x = 3;   //~ ERROR assignment is `:=`
}
procedure Q()
{
  x := 3;
  var x: int;   //~ ERROR variables are declared at the beginning of the body
}

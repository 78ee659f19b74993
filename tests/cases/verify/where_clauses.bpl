// verify: verified
// Where clauses: of parameters, globals and locals at entry, after havoc, after calls, at loop heads.
var g: int where g > 0;

procedure Callee(x: int where x > 3) returns (y: int where y > x); //=> procedure Callee(x: int) returns (y: int);
  modifies g;

procedure Caller(n: int where n > 3)
  modifies g;
{
  var r: int, l: int where l > 1;
  assert g > 0 && n > 3 && l > 1;
  call r := Callee(n);
  assert r > n && g > 0;
  havoc l;
  assert l > 1;
  while (*)
  {
    havoc l;
    l := l + 1;
  }
  assert l > 1;
}

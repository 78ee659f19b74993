// verify: refuted
// Each kind of failure, several in one procedure.
var g: int;

procedure P(x: int) returns (y: int);
  requires x > 0;
  ensures y > x;

procedure Main(n: int) returns (r: int)
  requires n > 0;
  ensures r > n;
  ensures r < 100;
{
  var i: int;
  call r := P(n - 1); //~ precondition
  assert r > n; //~ assertion
  i := n;
  while (i > 0)
    invariant i < 10; //~ loop invariant on entry
    invariant i >= 1; //~ loop invariant after an iteration
  {
    i := i - 1;
  }
}

procedure Returns(n: int) returns (r: int)
  ensures r == n;
{
  if (n > 0) {
    r := n;
    return;
  }
  r := 0 - n;
} //~ postcondition

// verify: verified
// Free clauses are assumed, and never checked.
var g: int;

procedure Callee(x: int) returns (y: int)
  free requires x > 5;
  free ensures y > 5;
{
  assert x > 4; //=> assert x > 6;
}

procedure Caller()
{
  var r: int;
  call r := Callee(0);
  assert r > 5;
  r := 0;
  while (*)
    free invariant r > 1;
  {
    r := r - 1;
  }
  assert r > 1;
}

procedure Strict(x: int) returns (y: int);
  requires x > 5;

procedure Free()
{
  var r: int;
  call {:free} r := Strict(6); //=> call r := Strict(5);
}

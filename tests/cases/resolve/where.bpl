// resolve: ok
// The clause of a list of variables holds for each name as it is written: it may mention any of them.

var a, b: int where a < b;
var {:shared} c: [int]bool where (forall i: int :: c[i] ==> i > a);

procedure p(x, y: int where x < y) returns (z: int where z > x)
{
  var k, l: int where k > l && l > z, m: bool where m;
  havoc k, m;
}

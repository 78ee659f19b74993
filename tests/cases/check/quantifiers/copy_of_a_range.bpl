// check: unsafe bound=1
// Three assumptions together say what a map is everywhere.
function at_most(a: int, b: int) returns (bool) { a <= b }
function below(a: int, b: int) returns (bool) { a < b }

procedure copy(to: [int]int, from: [int]int, dst: int, src: int, len: int) returns (result: [int]int)
{
  assume (forall x: int :: at_most(dst, x) && below(x, dst + len) ==> result[x] == from[src - dst + x]);
  assume (forall x: int :: below(x, dst) ==> result[x] == to[x]);
  assume (forall x: int :: at_most(dst + len, x) ==> result[x] == to[x]);
}

procedure main(a: [int]int, n: int)
{
  var b: [int]int;
  assume a[3] == 7 && a[1000] == 8 && n >= 20;
  call b := copy(a, a, 100, 0, n);
  assert b[103] != 7 || b[1000] != 8; //~ assertion
}

// resolve: error

type Set = [int]bool;
var m: [int][bool]int;
var two: [int, bool]int;
var none: []int;

procedure main(s: Set, i: int, b: bool) returns (t: Set)
{
  t := s[1 := true][2 := false];
  m[1][true] := 3;
  m[1] := m[2][b := 4];
  two[i, b] := two[1, !b];
  none[] := none[] + 1;
  t := (lambda x: int :: s[x] && x < i);
  two := (lambda x: int, y: bool :: x);

  t[b] := true; //~ ERROR the map's index must be of type `int`, not `bool`
  t[1] := 2; //~ ERROR a value of type `int` cannot be assigned to a `bool`
  two[1] := 2; //~ ERROR the map takes 2 indexes, not 1
  two[1][b] := 2; //~ ERROR the map takes 2 indexes, not 1
  none := none[1 := 1]; //~ ERROR the map takes 0 indexes, not 1
  t := i[1 := b]; //~ ERROR only maps can be indexed, and this is of type `int`
  assert m[1][true][2] == 3; //~ ERROR only maps can be indexed, and this is of type `int`
  t := (lambda x: bool :: x); //~ ERROR a value of type `[bool]bool` cannot be assigned to a `[int]bool`
  two := (lambda x: int :: x); //~ ERROR a value of type `[int]int` cannot be assigned to a `[int, bool]int`
  assert s == m; //~ ERROR `==` cannot be applied to `[int]bool` and `[int][bool]int`
  assert (lambda<a> x: int :: x) == (lambda x: int :: x); //~ ERROR the type variable `a` must occur in the types of the lambda's parameters
}

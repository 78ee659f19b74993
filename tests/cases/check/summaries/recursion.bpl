// check: safe bound=0 summaries=houdini
// What a procedure does not change, or changes in one direction, at any depth.
var depth: int, used: int, heap: [int]int;
procedure visit(node: int) returns (found: int)
  modifies depth, used, heap;
{
  var other: int;
  depth := depth + 1; //=>
  used := used + 1; //=> used := used - 1;
  heap[0] := 1;
  found := 0; //=> found := heap[node];
  if (*) { call other := visit(node + 1); }
  if (*) { call found := visit(node); }
  heap[0] := 0; //=>
  depth := depth - 1;
}
procedure main()
  modifies depth, used, heap;
{
  var found: int;
  used := 5;
  depth := 0;
  heap[0] := 0;
  call found := visit(1);
  assert depth >= 0 || used < 5;
  assert used >= 5;
  assert found == 0;
  assert depth == 0;
  assert heap[0] == 0;
}

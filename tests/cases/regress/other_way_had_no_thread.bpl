// check: unsafe contexts=all bound=1
// On one way a thread begins that frees what the heap has; on the other one, where none does, the heap has something else.
// What both have in front of where they meet is what the heap may have.
var heap, live: [int]bool;

procedure {:entrypoint} main()
{
  var p: int;

  heap[5] := false;
  live[5] := true;
  if (*) {
    async call frees();
  } else {
    heap[5] := true;
  }
  havoc p;
  if (heap[p]) {
    live[p] := false;
  }
  assert live[5]; //~ assertion
}

procedure frees()
{
  heap[100] := true;
  live[101] := false;
}

// check: unsafe
// The state is mostly maps, and the violation is behind some rounds of two loops: bounds have turns.
var M0, M1, M2, M3, M4, M5, M6, M7: [int]int;
var held: int;

procedure take(p: int)
  modifies M0, M1, held;
{
  M0[p] := M1[p] + 1;
  M1[M0[p]] := M2[p];
  held := held + 1;
}

procedure main()
  modifies M0, M1, M3, M4, M5, M6, M7, held;
{
  var p: int;
  held := 0;
  while (*)
  {
    havoc p;
    call take(p);
    M3[p] := M4[p];
    M5[M3[p]] := M6[p] + M7[p];
  }
  p := 0;
  while (p < held)
  {
    M4[p] := M5[p] + 1;
    p := p + 1;
  }
  assert held < 3; //~ assertion
}

// prove: chc => safe, mutants unsafe
// Many maps, as a driver's memory has: what holds of the lock needs none of them.
var M0, M1, M2, M3, M4, M5, M6, M7: [int]int;
var locked: bool;

procedure work(p: int)
  modifies M0, M1, M2, M3;
{
  M0[p] := M1[p + 4] + 1;
  M1[p + 4] := M0[M2[p]];
  M2[p + 8] := M3[p] + M1[p];
  M3[M0[p]] := p;
}

procedure main()
  modifies M0, M1, M2, M3, M4, M5, M6, M7, locked;
{
  var p: int;
  locked := false;
  while (*)
  {
    havoc p;
    assert !locked;
    locked := true;
    call work(p);
    M4[M5[p]] := M6[p];
    M7[p] := M4[p] + M5[p + 1];
    while (M4[p] < M7[p])
    {
      call work(p + 12);
      M4[p] := M4[p] + 1;
    }
    if (M0[p] > 3)
    {
      locked := false;
      M6[p] := 0;
    }
    else
    {
      locked := false; //=> call skip();
      M5[p] := 1;
    }
  }
}

procedure skip() {}

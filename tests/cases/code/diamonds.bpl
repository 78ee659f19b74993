// check: safe bound=0
// Blocks that are reached with many different values have one expression.
procedure main(a: bool, b: bool, c: bool, d: bool)
{
  assert |{ var x, y: int;
    S: x := 0; y := 0; goto A1, A2;
    A1: assume a; x := x + 1; goto B0;
    A2: assume !a; y := y + 1; goto B0;
    B0: goto B1, B2;
    B1: assume b; x := x + 2; goto C0; //=> B1: assume b; x := x + 3; goto C0;
    B2: assume !b; y := y + 2; goto C0;
    C0: goto C1, C2;
    C1: assume c; x := x + 4; goto D0;
    C2: assume !c; y := y + 4; goto D0; //=> C2: y := y + 5; goto D0;
    D0: goto D1, D2;
    D1: assume d; x := x + 8; goto E0;
    D2: assume !d; y := y + 8; goto E0;
    E0: return x + y == 15; }|;
}

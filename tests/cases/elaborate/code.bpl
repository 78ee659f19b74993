// elaborate: ok
// Code expressions: branches, assignments, uninitialised locals, havoc, assertions.
var g: int;

procedure straight(y: int)
{
  assert |{ var x: int; A: x := y; x := x + 1; return x > y; }|;
}

procedure branches(y: int, p, q: bool)
{
  assert |{ var x: int;
    A: assume x > y; goto B, C;
    B: return p;
    C: assume q; x := x + 1; return x > y; }|;
}

procedure checks(y: int)
{
  assume |{ A: assert y > 0; return y > 1; }|;
}

procedure again(y: int)
{
  assert |{ var x: int; A: x := y; havoc x; return x == y; }|;
}

// Each of the blocks after the diamonds has one expression for each value of x, up to a limit.
procedure diamonds(a, b, c: bool)
{
  assert |{ var x: int;
    S: x := 0; goto A1, A2;
    A1: assume a; x := x + 1; goto B0;
    A2: assume !a; goto B0;
    B0: goto B1, B2;
    B1: assume b; x := x + 2; goto C0;
    B2: assume !b; goto C0;
    C0: goto C1, C2;
    C1: assume c; x := x + 4; goto D0;
    C2: assume !c; goto D0;
    D0: return x <= 7; }|;
}

// A join where nothing differs is shared.
procedure join(a: bool, y: int)
{
  assert |{ var x: int;
    S: x := y; goto A1, A2;
    A1: assume a; goto J;
    A2: assume !a; goto J;
    J: return x == y; }|;
}

procedure nested(y: int)
{
  assert |{ var x: int;
    A: x := y;
    assume |{ var z: int; B: z := x; return z > 0; }|;
    return x > 0; }|;
}

procedure below(y: int)
  ensures (forall k: int :: |{ var x: int; A: x := k; return x == old(g) || x != old(g); }|);
{
}

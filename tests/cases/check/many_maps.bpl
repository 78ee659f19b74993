// check: safe
// A state of many maps: the solver gets axioms of maps by need, and calls are inlined along.
var a: [int]int;
var b: [int]int;
var c: [int]int;
var d: [int]int;
var e: [int]int;
var f: [int]int;
var g: [int]int;
var locks: [int]int;

procedure init(p: int)
{
    locks[p] := 0; //=> locks[p] := 1;
    a[p] := p;
    b[p + 1] := a[p];
}

procedure copy(p: int, q: int)
{
    var i: int;
    assume (forall x: int :: x != q ==> c[x] == a[x]);
    c[q] := b[p + 1]; //=> c[q] := b[q + 1];
    if (c[q] == p) {
        d := c;
    } else {
        d := a;
    }
    e[d[q]] := 1;
    i := d[q];
    f := e[i := f[i]];
    g[q] := f[p];
}

procedure acquire(p: int)
{
    assert locks[p] == 0;
    locks[p] := 1; //=> locks[p + 1] := 1;
}

procedure release(p: int)
{
    assert locks[p] == 1;
    locks[p] := 0;
}

procedure {:entrypoint} main(p: int, q: int)
{
    assume p != q;
    call init(p);
    call copy(p, q);
    call acquire(p);
    if (d[q] == p) {
        call release(p);
    } else {
        call acquire(p);
    }
    assert locks[p] == 0;
}

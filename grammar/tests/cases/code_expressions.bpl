// parse: ok
procedure P()
  requires |{ A: return true; }|;
  ensures {:x} |{ var a, b: int; var c: bool where c;
      A: assume a < b; assert {:y} c; goto B, C;
      B: havoc a; a := b + 1; call Q(a); return a > b;
      C: return |{ D: return c; }| && !c; }|;
{
  assert |{ A: return (forall x: int :: x == |{ B: return x; }|); }|;
}

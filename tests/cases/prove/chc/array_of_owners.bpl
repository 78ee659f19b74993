// prove: chc => safe, mutants unsafe
// An array over values of a type without operations.
type Ref;
procedure main()
{
  var owned: [Ref]bool;
  var r: Ref;
  assume (forall x: Ref :: !owned[x]);
  while (*) {
    havoc r;
    assume !owned[r];
    owned[r] := true;
    assert owned[r]; //=> havoc r; assert owned[r];
    owned[r] := false;
  }
}

// check: safe bound=0
var alive: [int]bool;
procedure allocate() returns (p: int);
  modifies alive;
  ensures !old(alive)[p] && alive[p];
  ensures (forall x: int :: {alive[x]} x == p || old(alive)[x] == alive[x]); //=> ensures true;
procedure main()
  modifies alive;
{
  var p: int, q: int;
  call p := allocate();
  call q := allocate();
  assert p != q;
  assert alive[p];
}

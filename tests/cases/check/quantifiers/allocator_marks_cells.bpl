// check: unsafe bound=2
// What the allocator says about the cells of a block reaches beyond what the solver instantiates.
const unique first: int;
function owner(cell: int) returns (int);
var next: int;

procedure allocate(size: int) returns (block: int)
  modifies next;
{
  havoc block;
  assume block == next && block > 0;
  assume (forall x: int :: block <= x && x < block + size ==> owner(x) == block);
  havoc next;
  assume next > block + size;
}

procedure main(n: int)
  modifies next;
{
  var p, q: int;
  assume n >= 50;
  call p := allocate(n);
  call q := allocate(2 * n);
  assume owner(p + 7) == p;
  assert owner(q + 3) == p; //~ assertion
}

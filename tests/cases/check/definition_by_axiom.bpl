// check: safe bound=0
function twice(x: int): int;
axiom (forall x: int :: {twice(x)} twice(x) == x + x); //=> axiom (forall x: int :: {twice(x)} twice(x) == x + x + 1);
procedure main(a: int)
{
  assert twice(a) == 2 * a;
}

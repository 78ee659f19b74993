// check: safe bound=0
// A bit has two values, not three.
const unique a, b, c: bv1; //=> const unique a, b: bv1;
procedure main()
{
  assert false;
}

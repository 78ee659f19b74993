// check: safe bound=0
// A type of two values has no three constants that differ; no execution shows that there is none.
datatype E { X(), Y() }
const unique a, b, c: E; //=> const unique a, b: E;
procedure main()
{
  assert a == X();
}

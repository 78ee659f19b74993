// check: unsafe bound=0
// Maps may differ at an element that nobody mentions.
type T;
procedure main(m: [T]int, n: [T]int, t: T)
{
  assert m[t] == n[t] ==> m == n; //~ assertion
}

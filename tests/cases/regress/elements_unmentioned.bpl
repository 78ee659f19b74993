// check: unsafe bound=0
// What holds of no element that is mentioned may hold of another one.
type T;
procedure main(x: T, s: [T]bool)
{
  assume s[x];
  assert (forall y: T :: s[y]) || (forall y: T :: x == y) || (forall y: T :: x != y || !s[y]); //~ assertion
}

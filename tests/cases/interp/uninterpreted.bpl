// explore: unsafe elements=2
// Functions, types and constants without definition: everything that the axioms allow happens.

type T;
const unique a: T;
const unique b: T;
function f(x: T) returns (T);
function p(x: T) returns (bool);
axiom (forall x: T :: f(f(x)) == x);
axiom p(a) && !p(b);

procedure main() {
  var x: T;
  assert a != b;
  assert f(a) == f(b) ==> false;
  assert x == a || x == b;
  assert (exists y: T :: p(y));
  if (f(a) == a) {
    assert f(b) == b;
  } else {
    assert f(a) == a; //~ assertion
  }
}

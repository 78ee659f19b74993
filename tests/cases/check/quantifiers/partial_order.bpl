// check: unsafe bound=0
// Axioms about a predicate that the query leaves undecided beyond its terms.
type Class;
function below(a: Class, b: Class) returns (bool);
function number(c: Class) returns (int);
const unique object: Class;
const unique string: Class;
axiom (forall a, b: Class :: below(a, b) && below(b, a) ==> a == b);
axiom (forall c: Class :: below(string, c) <==> c == string || c == object);
axiom (forall c: Class :: below(object, c) <==> c == object);

procedure main(f: [Class]Class, c: Class)
{
  assume below(c, object) && f[c] == string && c != string;
  assert below(f[c], c) && c == string; //~ assertion
}

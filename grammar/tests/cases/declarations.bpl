// parse: ok
type Ref;
type {:builtin "Seq"} Seq _;
type Field a, Box a b, Pair a b = [a]b;
type Heap = <a>[Ref, Field a]a;

const null: Ref;
const unique red, green, blue: Color;
type Color;
const {:existential true} b0: bool;
const limit: int uses {
  axiom limit > 0;
  axiom {:weight 3} limit < 100;
}

var x: int;
var {:thread_local} heap: Heap, m: [int][int]bool where (forall i: int :: m[i][i]);
var {:a} {:b 1, "two", x + 1} y, z: int where y + z > 0;

function nothing(): int;
function unnamed(int, [int]bool, Field int): Field int;
function named(x: int, y: bool): int { if y then x else -x }
function shared(a, b: int, c, d, e: bool) returns (result: int);
function old_style(int) returns (bool);
function {:inline} {:bvbuiltin "bvadd"} generic<a, b>(x: a, {:param} y: Box a b) returns ({:r} r: a);
function with_axioms(x: int): int uses {
  axiom (forall x: int :: { with_axioms(x) } with_axioms(x) > x);
}
function with_both(x: int): int { x + 1 } uses { axiom with_both(1) == 2; }

revealed function hidden(x: int): int uses {
  hideable axiom (forall x: int :: hidden(x) == x);
  axiom hidden(0) == 0;
}
hideable axiom hidden(1) == 1;
revealed function {:inline} shown(): int { 1 }

axiom true;
axiom {:group "arithmetic"} (forall a, b: int :: a + b == b + a);

procedure Empty();
procedure {:entrypoint} Main<a>({:unused} x: int, y, z: a where y == z) returns (r: int, s: a where s == y);
  requires {:msg "positive"} x > 0;
  free requires y == z;
  modifies heap, m;
  modifies;
  ensures r > 0;
  free ensures {:free_one} s == y;

procedure Body(x: int)
  requires x > 0;
{
}

pure procedure Lemma(x: int)
  ensures x * x >= 0;
{
  assume {:trusted} x * x >= 0;
}

implementation {:verboseName "main"} Main<a>(x: int, y: a, z: a) returns (r: int, s: a)
{
  var {:local} t, u: int where t < u;
  var v: [int]int, w: bool;

  r := x;
  s := y;
}

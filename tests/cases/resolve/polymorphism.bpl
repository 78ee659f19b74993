// resolve: ok

type List _;
type Field _;
type Ref;

function nil<a>(): List a;
function cons<a>(x: a, l: List a): List a;
function head<a>(l: List a): a;
function same<a>(x: a, y: a): bool;
function wild<a>(): a;

// types are found by unification, from the arguments or from what is around
procedure lists(l: List int, b: bool) returns (k: List int, m: List (List bool))
{
  k := nil();
  k := cons(1, nil());
  m := cons(nil(), cons(cons(b, nil()), nil()));
  assert nil() == k;
  assert same(nil(), k) && same(k, nil());
  assert head(cons(1, nil())) == 1;
  assert (nil() : List int) == k;
  assert (if b then nil() else k) == k;
  assert (var n := nil(); same(n, k));
  assert wild() + 1 == 2;
  assert wild();
  assert (wild() : [int]bool)[3];
  assert (forall<a> x: a :: head(cons(x, nil())) == x);
  assert (forall<a> x: a, y: List a :: { cons(x, y) } cons(x, y) != nil());
}

// nothing determines these
procedure ambiguous()
{
  assert nil() == nil(); //~ WARNING nothing determines the type parameter `a`: taking `int`
}

// bit-vectors of widths that follow
procedure widths(w: bv32) returns (v: bv32)
{
  v := wild() ++ w[8:0];
  v := wild() ++ wild() ++ wild();
  v := wild()[32:0]; //~ WARNING taking `bv32`
  v := 0bv0 ++ wild();
}

// polymorphic maps
var heap: <a>[Ref, Field a]a;
var ghost: <a>[]List a;

procedure maps(r: Ref, f: Field int, g: Field bool) modifies heap, ghost;
{
  heap[r, f] := heap[r, f] + 1;
  heap[r, g] := !heap[r, g];
  heap := heap[r, f := 3];
  assert heap[r, g] && heap[r, f] == 3;
  assert ghost[] == nil() : List int;
  assert (forall<a> h: Field a :: heap[r, h] == old(heap)[r, h]);
  assert (forall<b, a> x: <c>[c, a]b :: x[1, wild() : a] == x[true, wild() : a]);
}

// values of different types may be compared where an instance makes the types equal
procedure compare<a, b>(x: a, y: b, l: List a)
{
  assert x == y;
  assert y == 3;
  assert l == nil();
  assert (lambda<c> z: c :: z) == (lambda<d> z: d :: z);
  assert (lambda<c> z: c :: cons(z, nil()))[3] == nil();
}

procedure generic<a>(x: a, l: List a) returns (y: a, m: List a)
{
  y, m := x, cons(x, l);
}

procedure call_generic() returns (i: int, l: List int)
{
  call i, l := generic(1, nil());
  call i, l := generic(wild(), l);
}

// verify: verified
// What a contract determines of a variable is put in its place.
type Ref;
const null: Ref;
var Next: [Ref]Ref;
var Touched: [Ref]bool;
var Count: int;

procedure Link(x: Ref, y: Ref);
  requires x != null;
  modifies Next, Touched;
  ensures Next == old(Next)[x := y];
  ensures old(Next)[x] != null ==> Touched == old(Touched)[x := true][old(Next)[x] := true];
  ensures old(Next)[x] == null ==> Touched == old(Touched)[x := true]; //=> ensures old(Next)[x] == null && y == null ==> Touched == old(Touched)[x := true];

procedure Release(x: Ref);
  modifies Touched;
  ensures x != null && Next[x] == x ==> Touched == old(Touched)[x := false];
  ensures x == null || !(Next[x] == x) ==> Touched == old(Touched);

procedure Twice(x: Ref, y: Ref)
  requires x != null && y != null;
  modifies Next, Touched;
  ensures Next[x] == y; //=> ensures Next[x] == x;
  ensures x == y ==> !Touched[x]; //=> ensures !Touched[x];
  ensures x != y ==> Touched[x] && Touched[y]; //=> ensures Touched[y];
{
  call Link(x, x);
  call Link(x, y);
  call Link(y, x); //=> call Link(x, x);
  if (x == y) { call Release(x); }
}

// One definition by itself holds under its condition alone.
procedure Half(c: bool)
  modifies Count;
{
  Count := 0;
  call Set(c);
  assert c ==> Count == 1; //=> assert Count == 1;
}
procedure Set(c: bool);
  modifies Count;
  ensures c ==> Count == 1;

// Conditions that are not opposites; what is said twice; what is said by itself.
procedure Loose(a: bool, b: bool)
{
  var i, j, k, l: int;
  havoc i;
  assume a ==> i == 1;
  assume b ==> i == 2;
  assert !(a && b);
  assert a || b || i == i; //=> assert a || b || i == 2;
  havoc j;
  assume j == i + 1;
  assume j == 3;
  assert i == 2; //=> assert i == 3;
  havoc k, l;
  assume k == l + 1;
  assume l == k - 1;
  assert k > l; //=> assert k > 0;
  havoc k;
  assume k == 2 * k;
  assert k == 0; //=> assert k == 1;
}

// What is mentioned below a quantifier is a pattern there.
procedure Everywhere(y: Ref)
{
  var m: [int]int;
  var n: [int]int;
  havoc n;
  assume (forall i: int :: {m[i]} m[i] == n[i] + 1);
  havoc m;
  assume m == n[3 := 4];
  assume (forall i: int :: {m[i]} m[i] > 0);
  assert m[5] > 0 && n[5] == m[5]; //=> assert n[3] == m[3];
}

// Only executions through the block know of it.
procedure Branches(c: bool) returns (r: int)
  ensures c ==> r == 7; //=> ensures r == 7;
{
  var s: int;
  r := 1;
  if (c) {
    havoc s;
    assume s == 7;
    r := s;
  }
}

// resolve: ok
// Inner declarations hide outer ones; name spaces do not meet; a declaration may stand behind its use.

function f(x: later): later;
type later = base;
type base;

type x;
const x: x;
function x(y: x): x;
procedure x(x: x) returns (y: x)
  ensures y == x(x);
{
  y := x(x);
  x:
  assert (forall x: int :: x == x && (exists x: bool :: x));
  assert (var x := 3; (var x := x == 3; x));
  assert (var y := y; y == x(x));
  goto x, done;
  done:
}

var g: int;
procedure hides(g: bool) returns (r: bool)
{
  var f: int;
  f := f + 1;
  r := g;
}

// of two declarations one may give way
const {:extern} c: bool;
const c: int;
const {:extern} c: real;
function {:extern} h(): bool;
function {:extern} h(): int;
procedure p(n: int);
procedure {:extern} p();
implementation p(m: int) { assert m == c; }

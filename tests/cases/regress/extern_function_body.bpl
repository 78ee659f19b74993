// check: safe bound=0
// A function whose declaration has no body gets that of the one that gives way, and so do axioms.
function {:extern} f<a>(m: [a]int, x: a): int { m[x] + 1 } //=> function {:extern} f<a>(m: [a]int, x: a): int;
function f<b>(n: [b]int, y: b): int;
function {:extern} g(x: int): int uses { axiom g(1) == 2; } //=> function {:extern} g(x: int): int;
function g(x: int): int;
function {:extern} h(x: int): bool { (forall y: int :: x < y || y <= x) }
function {:extern} h(x: int): bool { (forall y: int :: x < y || y <= x) }
procedure main(m: [bool]int)
{
  assert f(m, true) == m[true] + 1;
  assert g(1) == 2;
  assert h(1);
}

// resolve: ok

function plain(int, bool): int;
function grouped(a, b: int, c: bool): int { a + b + (if c then 1 else 0) }
function {:inline} inlined(x: int): int { x + 1 }
function {:inline false} not_inlined(x: int): int { not_inlined(x - 1) + 1 }
function {:define} defined(x: int) returns (r: int) { x + 2 }
function nullary(): int { 3 }
function identity<a>(x: a): a { x }
function {:bvbuiltin "bvadd"} add(x: bv8, y: bv8): bv8;
function {:bvbuiltin "(_ sign_extend 8)"} extend(x: bv8): bv16;
function {:builtin "zero_extend"} {:indices 8} widen(x: bv8): bv16;
function {:builtin "MapConst"} all(x: bool): [int]bool;
const {:builtin "RTZ"} to_zero: rmode;
function {:builtin "fp.add"} plus(m: rmode, x: float24e8, y: float24e8): float24e8;
function used(x: int): int uses { axiom (forall x: int :: used(x) > 0); }
const k: int uses { axiom k == 3; }

procedure main(v: bv8, f: float24e8) returns (w: bv8)
{
  w := add(v, 1bv8);
  assert extend(v) == widen(v);
  assert all(true)[3];
  assert plus(to_zero, f, f) == f;
  assert grouped(1, 2, true) == inlined(3) + defined(4) + nullary() + plain(1, false) + identity(used(k));
}

//! What may be true of all links of a list, at the head of a loop that writes them.
//!
//! ```text
//! while (*) { t := $next; …; M[t + 8] := first; first := t; }
//!                                  forall x :: $live[x] ==> M[x + 8] < x
//!                                  forall x :: $live[x] ==> x + 8 == wrote || M[x + 8] != 0
//! ```
//!
//! Blocks lie behind each other in the order in which they are allocated, so a list that grows at its head goes down in
//! memory. So where one walks, one does not come back; what is in front is not what is behind; and of a list whose last
//! node is known (`wrote`: where the primary alone wrote), no other is the last. In a loop that does not allocate, also of
//! the part of memory up to a pointer.

use num_bigint::BigInt;
use num_traits::Zero;

use super::product::Builder;
use crate::base::ids::{ExprId, VarId};
use crate::cfg::heap::{Heap, is_bookkeeping};
use crate::ir::visit::walk;
use crate::ir::{CmdKind, ExprKind, Op, Program, Type, TypeTable};
use crate::prove::quantified::{bound, for_all_at};
use crate::prove::terms::{is_memory, literal};

/// Of a map, links at so many places of nodes.
const MOST_PLACES: usize = 2;
/// So many pointers are told apart.
const MOST_POINTERS: usize = 4;

/// The guesses about what a loop assigns. `moving`: the addresses that it looks at.
pub fn links(b: &mut Builder, vars: &[VarId], allocates: bool) -> Vec<ExprId> {
    let Some(live) = Heap::of(&b.program, &b.cuts.body.locals).live else {
        return Vec::new();
    };
    let named = |v: &&VarId| !is_bookkeeping(&b.program, **v);
    let maps: Vec<VarId> = vars.iter().filter(named).copied().filter(|&v| holds_pointers(&b.program, v)).collect();
    let pointers = vars.iter().filter(named).copied().filter(|&v| b.program.vars[v].ty == TypeTable::INT);
    let pointers: Vec<VarId> = pointers.filter(|_| !allocates).take(MOST_POINTERS).collect();
    let mut guesses = Vec::new();
    for map in maps {
        let keys: Vec<VarId> = b.keys.iter().filter(|(of, _)| *of == map).map(|(_, key)| *key).collect();
        for place in places(b, map) {
            let (var, x) = bound(&mut b.program);
            let mut t = b.terms();
            let (live, cells) = (t.var(live), t.var(map));
            let lives = t.select(live, x);
            let (place, zero) = (t.int(place), t.int(0));
            let at = if t.literal(place).is_some_and(|n| n.is_zero()) { x } else { t.add(x, place) };
            let link = t.select(cells, at);
            let null = t.eq(link, zero);
            let linked = t.not(null);
            let mut statements = vec![t.lt(link, x)];
            for &key in &keys {
                let key = t.var(key);
                let last = t.eq(at, key);
                statements.push(t.0.exprs.or(&[last, linked]));
            }
            let mut parts = vec![lives];
            for &pointer in &pointers {
                let pointer = t.var(pointer);
                let up_to = t.le(x, pointer);
                parts.push(t.and(&[lives, up_to]));
            }
            for part in parts {
                for &statement in &statements {
                    let body = t.implies(part, statement);
                    guesses.push(for_all_at(t.0, var, lives, body));
                }
            }
        }
    }
    guesses
}

fn holds_pointers(program: &Program, map: VarId) -> bool {
    let ty = program.vars[map].ty;
    is_memory(program, ty) && matches!(program.types.get(ty), Type::Map { result, .. } if *result == TypeTable::INT)
}

/// Where in a node the program writes this map.
fn places(b: &Builder, map: VarId) -> Vec<BigInt> {
    let mut found = Vec::new();
    for cmd in b.cuts.body.cmds() {
        let CmdKind::Assign(pairs) = &cmd.kind else { continue };
        let roots = pairs.iter().filter(|(to, _)| *to == map).map(|(_, e)| *e);
        walk(&b.program.exprs, roots, |_, kind| {
            let ExprKind::Op(Op::Store, args) = kind else { return };
            let place = match b.program.exprs.kind(args[1]) {
                ExprKind::Var(_) => Some(BigInt::zero()),
                ExprKind::Op(Op::Add, sum) if matches!(b.program.exprs.kind(sum[0]), ExprKind::Var(_)) => {
                    literal(&b.program, sum[1])
                }
                _ => None,
            };
            found.extend(place.filter(|place| !found.contains(place)));
        });
    }
    found.truncate(MOST_PLACES);
    found
}

//! Guesses about ranges of cells.
//!
//! ```text
//! while (i < n) { if (a[i] > max) max := a[i]; i := i + 1; }
//! forall x :: a <= x && x < a + i * 4 && (x - a) mod 4 == 0 ==> M[x] <= max
//! ```
//!
//! Ranges end at what the loop changes and at what that is compared with; what is said of cells is what the program
//! compares them with, that they are indices, and that they are in order.

use num_bigint::BigInt;
use num_traits::One;
use rustc_hash::FxHashSet;

use super::Form;
use super::heads::Head;
use super::mentioned::{Access, Mentioned, Other};
use super::samples::Tester;
use crate::base::ids::{ExprId, VarId};
use crate::ir::{Op, Program, Type, TypeTable};
use crate::prove::quantified::{bound, for_all_cells};
use crate::prove::terms::Terms;

/// Ends of ranges besides zero.
const ENDS: usize = 12;
/// Limits of types have at least so many bits.
const BYTE: u64 = 8;
/// Cells of a range that are looked at in a state.
const MOST: usize = 8;
/// So many states have a cell in the range, or nothing speaks for the guess.
const WITNESSES: usize = 2;

/// `forall x (and y behind it) in the range: property`.
#[derive(Clone, Debug)]
pub struct Ranged {
    map: VarId,
    from: ExprId,
    to: ExprId,
    /// A multiple of the step away from each cell of the range.
    base: ExprId,
    step: BigInt,
    x: VarId,
    y: Option<VarId>,
    property: ExprId,
}

/// What may hold of the cells of each map in ranges: where the loop changes the map, or where the range ends.
pub fn guesses(program: &mut Program, head: &Head, mentioned: &Mentioned) -> Vec<Ranged> {
    let mut found = Vec::new();
    if mentioned.accesses.is_empty() {
        return found;
    }
    let zero = program.exprs.int(0);
    let (x, cell_x) = bound(program);
    let (y, cell_y) = bound(program);
    for access in &mentioned.accesses {
        let map = program.var_expr(access.map);
        let is_written = head.changes(program, map);
        let mut ends = vec![zero];
        let is_end = |end: &ExprId| program.exprs.literal(*end).is_none_or(|n| n.bits() > 0 && n.bits() < 31);
        ends.extend(access.ends.iter().copied().filter(is_end).take(ENDS));
        let properties = properties(program, access, mentioned, &ends, (cell_x, cell_y));
        let base = access.base.expr(program);
        let places: Vec<ExprId> = ends.iter().map(|&end| place(program, access, base, end)).collect();
        for &from in &places {
            for &to in places.iter().filter(|&&to| to != from) {
                let moves = is_written || head.changes(program, from) || head.changes(program, to);
                for &(property, two) in properties.iter().filter(|(_, two)| is_written || !two) {
                    if moves || head.changes(program, property) {
                        let (map, step, y) = (access.map, access.step.clone(), two.then_some(y));
                        found.push(Ranged { map, from, to, base: places[0], step, x, y, property });
                    }
                }
            }
        }
    }
    found
}

/// Whether a type of at least eight bits ends at a number.
fn is_limit(n: &BigInt) -> bool {
    let power = |n: BigInt| n.bits() >= BYTE && n.trailing_zeros() == Some(n.bits() - 1);
    power(n.magnitude().clone().into()) || power(n + 1)
}

/// Where the cell with this index is.
fn place(program: &mut Program, access: &Access, base: ExprId, index: ExprId) -> ExprId {
    let mut t = Terms(program);
    let step = t.int(access.step.clone());
    let far = if access.step.is_one() { index } else { t.mul(index, step) };
    let none = access.base.atoms.is_empty() && access.base.number == BigInt::ZERO;
    match t.literal(index) {
        _ if none => far,
        Some(n) if n == BigInt::ZERO => base,
        _ => t.add(base, far),
    }
}

/// What may be true of a cell, or of two of which one is behind the other.
fn properties(
    program: &mut Program,
    access: &Access,
    mentioned: &Mentioned,
    ends: &[ExprId],
    (x, y): (ExprId, ExprId),
) -> Vec<(ExprId, bool)> {
    let map = program.var_expr(access.map);
    let ty = program.vars[access.map].ty;
    let base = access.base.expr(program);
    let mut t = Terms(program);
    let cell = t.select(map, x);
    let mut found = Vec::new();
    if matches!(t.0.types.get(ty), Type::Map { result: TypeTable::BOOL, .. }) {
        found.extend([cell, t.not(cell)]);
        return found.into_iter().map(|e| (e, false)).collect();
    }
    let next = t.select(map, y);
    let mut two = Vec::new();
    for &(_, op, other) in mentioned.cells.iter().filter(|(map, ..)| *map == access.map) {
        match other {
            Other::Term(other) if op == Op::Eq || op == Op::Neq => {
                let same = t.eq(cell, other);
                found.extend([same, t.not(same)]);
            }
            // That values fit their types is assumed wherever they are read.
            Other::Term(other) if t.literal(other).is_some_and(|n| is_limit(&n)) => {}
            Other::Term(other) if matches!(op, Op::Lt | Op::Ge) => found.extend([t.lt(cell, other), t.le(other, cell)]),
            Other::Term(other) => found.extend([t.le(cell, other), t.lt(other, cell)]),
            Other::Cell if op == Op::Eq || op == Op::Neq => {
                let same = t.eq(cell, next);
                two.extend([same, t.not(same)]);
            }
            Other::Cell => two.extend([t.le(cell, next), t.le(next, cell), t.lt(cell, next), t.lt(next, cell)]),
        }
    }
    if access.holds_indices {
        let zero = t.int(0);
        found.push(t.le(zero, cell));
        for &end in ends.iter().filter(|&&end| end != zero) {
            found.extend([t.le(cell, end), t.lt(cell, end)]);
        }
        let own = place(t.0, access, base, cell);
        let mut t = Terms(t.0);
        found.extend([t.le(own, x), t.lt(own, x)]);
    }
    let mut seen = FxHashSet::default();
    let all = found.into_iter().map(|e| (e, false)).chain(two.into_iter().map(|e| (e, true)));
    all.filter(|property| seen.insert(*property)).collect()
}

impl Ranged {
    pub fn form(&self) -> Form {
        if self.y.is_some() { Form::Pairs } else { Form::Cells }
    }

    /// Whether it is about the same cells as another.
    fn is_beside(&self, other: &Ranged) -> bool {
        (self.map, self.from, self.to, &self.step) == (other.map, other.from, other.to, &other.step)
    }

    /// The first cells of the range in a state; `None`: they are not known.
    fn cells(&self, tester: &mut Tester<'_>) -> Option<Vec<BigInt>> {
        let (from, to) = (tester.integer(self.from)?, tester.integer(self.to)?);
        let cells = std::iter::successors(Some(from), |x| Some(x + &self.step));
        Some(cells.take_while(|x| *x < to).take(MOST).collect())
    }

    /// Whether it holds of these cells, and whether there are enough of them to tell; `None`: that is not known.
    fn holds(&self, cells: &[BigInt], tester: &mut Tester<'_>) -> Option<(bool, bool)> {
        for (n, x) in cells.iter().enumerate() {
            tester.bind(self.x, x.clone());
            let Some(y) = self.y else {
                if !tester.holds(self.property)? {
                    return Some((false, true));
                }
                continue;
            };
            for behind in &cells[n + 1..] {
                tester.bind(y, behind.clone());
                if !tester.holds(self.property)? {
                    return Some((false, true));
                }
            }
        }
        Some((true, cells.len() > usize::from(self.y.is_some())))
    }

    pub fn formula(&self, program: &mut Program) -> ExprId {
        let map = program.var_expr(self.map);
        let (from, to) = (self.from, self.to);
        let mut t = Terms(program);
        let x = t.var(self.x);
        let mut range = vec![t.le(from, x)];
        let mut cells = vec![t.select(map, x)];
        let mut last = x;
        let mut vars = vec![self.x];
        if let Some(y) = self.y {
            let behind = t.var(y);
            range.push(t.lt(x, behind));
            cells.push(t.select(map, behind));
            last = behind;
            vars.push(y);
        }
        range.push(t.lt(last, to));
        if !self.step.is_one() {
            let (step, zero) = (t.int(self.step.clone()), t.int(0));
            for at in std::iter::once(x).chain((last != x).then_some(last)) {
                let far = t.sub(at, self.base);
                let rest = t.modulo(far, step);
                range.push(t.eq(rest, zero));
            }
        }
        let range = t.and(&range);
        let body = t.implies(range, self.property);
        for_all_cells(program, &vars, &cells, body)
    }
}

/// Those that hold in all states, of which some have cells in the range, and that are about other cells than those before.
pub fn unrefuted(guesses: Vec<Ranged>, states: &[super::samples::State], tester: &mut Tester<'_>) -> Vec<Ranged> {
    let mut found = Vec::new();
    let mut seen: FxHashSet<(VarId, Vec<Option<Vec<BigInt>>>)> = FxHashSet::default();
    for beside in guesses.chunk_by(Ranged::is_beside) {
        let cells: Vec<Option<Vec<BigInt>>> = states
            .iter()
            .map(|state| {
                tester.enter(state);
                beside[0].cells(tester)
            })
            .collect();
        let are_known = cells.iter().flatten().filter(|cells| !cells.is_empty()).count() >= WITNESSES;
        if !are_known || !seen.insert((beside[0].map, cells.clone())) {
            continue;
        }
        let mut left: Vec<(&Ranged, usize)> = beside.iter().map(|guess| (guess, 0)).collect();
        for (state, cells) in states.iter().zip(&cells) {
            let Some(cells) = cells else { continue };
            tester.enter(state);
            left.retain_mut(|(guess, witnesses)| match guess.holds(cells, tester) {
                Some((holds, any)) => {
                    *witnesses += usize::from(any);
                    holds
                }
                // Who does not look any more refutes nothing.
                None => tester.is_spent(),
            });
        }
        found.extend(left.into_iter().filter(|(_, witnesses)| *witnesses >= WITNESSES).map(|(guess, _)| guess.clone()));
    }
    found
}

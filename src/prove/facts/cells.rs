//! Guesses about ranges of cells.
//!
//! ```text
//! while (i < n) { if (a[i] > max) max := a[i]; i := i + 1; }
//! forall x :: a <= x && x < a + i * 4 && (x - a) mod 4 == 0 ==> M[x] <= max
//! ```
//!
//! Ranges end at what the loop changes and at what that is compared with; what is said of cells is what the program
//! compares them with, that they are indices, and that they are in order: within a range, but for one cell that is on its way
//! (`hole`), or all of one range before all of another:
//!
//! ```text
//! insertion:  a[0 … j] hole a[j + 2 … i] is in order          selection:  a[0 … i) <= a[i … n)
//! ```

use std::rc::Rc;

use num_bigint::{BigInt, Sign};
use num_traits::One;
use rustc_hash::{FxHashMap, FxHashSet};

use super::Form;
use super::generalised::properties as properties_of;
use super::heads::Head;
use super::mentioned::{Access, Mentioned, Other, Source};
use super::samples::Tester;
use crate::base::ids::{ExprId, VarId};
use crate::ir::visit::{mentions, walk};
use crate::ir::{ExprKind, Op, Program, Type, TypeTable};
use crate::prove::quantified::{bound, for_all_cells};
use crate::prove::terms::Terms;

/// Ends of ranges besides zero.
const ENDS: usize = 12;
/// Ends of ranges of any map that cells may be below.
const LIMITS: usize = 8;
/// Limits of types have at least so many bits.
const BYTE: u64 = 8;
/// Cells of a range that are looked at in a state, one by one or two at a time.
const MOST: usize = 8;
const PAIRED: usize = 5;
/// So many states have a cell in the range, or nothing speaks for the guess.
const WITNESSES: usize = 2;
/// The weight of what speaks of neighbours, so that instances of instances end soon.
const CHAINED: u32 = 9;

/// `forall x (and y behind it) in the range: property`.
#[derive(Clone, Debug)]
pub struct Ranged {
    map: VarId,
    from: ExprId,
    to: ExprId,
    /// The range of `y`, where it is another than that of `x`.
    other: Option<(ExprId, ExprId)>,
    /// A cell that is left out.
    hole: Option<ExprId>,
    /// A multiple of the step away from each cell of the range.
    base: ExprId,
    step: BigInt,
    x: VarId,
    y: Option<VarId>,
    property: ExprId,
    /// Whether the program asserts it of single cells.
    is_general: bool,
    pub form: Form,
}

/// What may hold of the cells of each map in ranges: where the loop changes the map, or where the range ends.
pub fn guesses(
    program: &mut Program,
    source: &Source,
    head: &Head,
    mentioned: &Mentioned,
    large: &[ExprId],
) -> Vec<Ranged> {
    let mut found = Vec::new();
    if mentioned.accesses.is_empty() {
        return found;
    }
    let zero = program.exprs.int(0);
    let (x, cell_x) = bound(program);
    let (y, cell_y) = bound(program);
    let ends: Vec<_> = mentioned.accesses.iter().map(|access| (access, ends(program, access, zero, large))).collect();
    let limits = limits(program, head, &ends);
    for (access, ends) in &ends {
        let map = program.var_expr(access.map);
        let is_written = head.changes(program, map);
        let properties = properties(program, access, mentioned, (ends, &limits), (cell_x, cell_y));
        let base = access.base.expr(program);
        let places: Vec<ExprId> = ends.iter().map(|&end| place(program, access, base, end)).collect();
        let is_plain: Vec<bool> = ends.iter().map(|&end| is_plain(program, end)).collect();
        let guess = |range, property: &(ExprId, bool), form| {
            Ranged::of(access, (places[0], range), (x, property.1.then_some(y)), property.0, form)
        };
        for (n, &from) in places.iter().enumerate() {
            for (m, &to) in places.iter().enumerate().filter(|&(_, &to)| to != from) {
                let moves = is_written || head.changes(program, from) || head.changes(program, to);
                for property in properties.iter().filter(|(_, two)| is_written || !two) {
                    if moves || head.changes(program, property.0) {
                        let form = match (n == 0 && is_plain[m], property.1) {
                            (true, false) => Form::Prefix,
                            (true, true) => Form::Ordered,
                            (false, false) => Form::Cells,
                            (false, true) => Form::Pairs,
                        };
                        found.push(guess((from, to), property, form));
                    }
                }
            }
        }
        if !is_written {
            continue;
        }
        let plain: Vec<ExprId> = (1..places.len()).filter(|&n| is_plain[n]).map(|n| places[n]).collect();
        let order: Vec<(ExprId, bool)> = properties.iter().copied().filter(|(_, two)| *two).collect();
        for (to, hole) in pairs(&plain).filter(|(_, hole)| head.changes(program, *hole)) {
            let holed = |property| Ranged { hole: Some(hole), ..guess((places[0], to), property, Form::Pairs) };
            found.extend(order.iter().map(holed));
        }
        for (to, end) in pairs(&plain) {
            if !head.changes(program, to) {
                continue;
            }
            // The second range begins where the first ends, or behind a cell that is in neither.
            let mut t = Terms(program);
            let step = t.int(access.step.clone());
            for begin in [to, t.add(to, step)] {
                let apart = |property| {
                    let first = guess((places[0], to), property, Form::Pairs);
                    Ranged { other: Some((begin, end)), ..first }
                };
                found.extend(order.iter().map(apart));
            }
        }
    }
    found.extend(generalised(program, source, head, &ends, x));
    found.sort_by_key(|guess| guess.form);
    found
}

/// What the program asserts of single cells, of all from the first or second on.
fn generalised(
    program: &mut Program,
    source: &Source,
    head: &Head,
    all_ends: &[(&Access, Vec<ExprId>)],
    x: VarId,
) -> Vec<Ranged> {
    let mut found = Vec::new();
    for property in properties_of(program, (&source.definitions, &source.assertions), head, x) {
        let mut ends: Vec<ExprId> = Vec::new();
        for (_, of_access) in all_ends.iter().filter(|(access, _)| access.step == property.step) {
            for &end in of_access {
                if is_plain(program, end) && !ends.contains(&end) && ends.len() < ENDS {
                    ends.push(end);
                }
            }
        }
        let access = Access {
            map: property.map,
            base: property.base,
            step: property.step.clone(),
            ends: Vec::new(),
            holds_indices: false,
        };
        let base = access.base.expr(program);
        let places: Vec<ExprId> = ends.iter().map(|&end| place(program, &access, base, end)).collect();
        for (n, &from) in places.iter().enumerate() {
            for &to in places.iter().filter(|&&to| to != from) {
                let moves = [from, to, property.formula].iter().any(|&e| head.changes(program, e));
                if moves {
                    let form = if n == 0 { Form::Prefix } else { Form::Cells };
                    let guess = Ranged::of(&access, (base, (from, to)), (x, None), property.formula, form);
                    found.push(Ranged { is_general: true, ..guess });
                }
            }
        }
    }
    found
}

/// Each two of a list.
fn pairs(list: &[ExprId]) -> impl Iterator<Item = (ExprId, ExprId)> {
    list.iter().flat_map(move |&a| list.iter().filter(move |&&b| b != a).map(move |&b| (a, b)))
}

/// Where ranges may end, zero first, then what no cell says.
fn ends(program: &Program, access: &Access, zero: ExprId, large: &[ExprId]) -> Vec<ExprId> {
    let is_end = |end: &ExprId| {
        program.exprs.literal(*end).is_none_or(|n| n.bits() > 0 && n.bits() < 31) && !large.contains(end)
    };
    let mut ends: Vec<ExprId> = access.ends.iter().copied().filter(is_end).collect();
    ends.sort_by_key(|&end| !is_plain(program, end));
    std::iter::once(zero).chain(ends.into_iter().take(ENDS)).collect()
}

/// What the loop changes of where ranges of any map end: cells may be indices of another.
fn limits(program: &Program, head: &Head, ends: &[(&Access, Vec<ExprId>)]) -> Vec<ExprId> {
    let mut found = Vec::new();
    for &end in ends.iter().flat_map(|(_, ends)| ends) {
        if head.changes(program, end) && !found.contains(&end) && found.len() < LIMITS {
            found.push(end);
        }
    }
    found
}

/// Whether variables and numbers alone say what it is.
fn is_plain(program: &Program, end: ExprId) -> bool {
    let mut any = false;
    walk(&program.exprs, [end], |_, kind| {
        any |= !matches!(kind, ExprKind::Var(_) | ExprKind::Int(_) | ExprKind::Op(Op::Add | Op::Sub, _));
    });
    !any
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
    let far = match t.literal(index) {
        Some(n) => t.int(n * &access.step),
        None if access.step.is_one() => index,
        None => t.mul(index, step),
    };
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
    (ends, limits): (&[ExprId], &[ExprId]),
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
    if access.holds_indices {
        let same = t.eq(cell, next);
        two.push(t.not(same));
    }
    for &(_, op, other) in mentioned.cells.iter().filter(|(map, ..)| *map == access.map) {
        match other {
            Other::Term(other) if op == Op::Eq || op == Op::Neq => {
                let same = t.eq(cell, other);
                found.extend([same, t.not(same)]);
                // What is no index, as BUSY in a list of free cells, is below all indices.
                if access.holds_indices && t.literal(other).is_some_and(|n| n.sign() == Sign::Minus) {
                    found.push(t.le(other, cell));
                }
            }
            // That values fit their types is assumed wherever they are read.
            Other::Term(other) if t.literal(other).is_some_and(|n| is_limit(&n)) => {}
            // A variable may be a cell that is to come among them, and so may a single cell.
            Other::Term(other) if matches!(t.0.exprs.kind(other), ExprKind::Var(_) | ExprKind::Op(Op::Select, _)) => {
                found.extend([t.lt(cell, other), t.le(other, cell), t.le(cell, other), t.lt(other, cell)]);
            }
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
        // -1 is at the end of most chains.
        let [zero, none] = [0, -1].map(|n| t.int(n));
        found.extend([t.le(zero, cell), t.le(none, cell)]);
        for &end in ends.iter().chain(limits).filter(|&&end| end != zero) {
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
    /// What may hold of all cells of one range, whose places are so far from a base.
    fn of(
        access: &Access,
        (base, (from, to)): (ExprId, (ExprId, ExprId)),
        (x, y): (VarId, Option<VarId>),
        property: ExprId,
        form: Form,
    ) -> Ranged {
        let (map, step) = (access.map, access.step.clone());
        Ranged { map, from, to, other: None, hole: None, base, step, x, y, property, is_general: false, form }
    }

    /// Whether it is about the same cells as another, one by one or two at a time.
    fn is_beside(&self, other: &Ranged) -> bool {
        let cells = |r: &Ranged| (r.map, r.from, r.to, r.other, r.hole, r.y, r.is_general);
        cells(self) == cells(other) && self.step == other.step
    }

    /// The places that say where its ranges are.
    fn places(&self) -> impl Iterator<Item = ExprId> {
        let other = self.other.map(|(from, to)| [from, to]);
        [self.from, self.to].into_iter().chain(other.into_iter().flatten()).chain(self.hole)
    }

    /// The first cells of its ranges in a state where places are there; `None`: that is not known.
    fn cells(&self, place: impl Fn(ExprId) -> Option<BigInt>) -> Option<Cells> {
        let hole = match self.hole {
            Some(hole) => Some(place(hole)?),
            None => None,
        };
        let most = if self.y.is_some() { PAIRED } else { MOST };
        let range = |from, to| -> Option<Vec<BigInt>> {
            let (from, to) = (place(from)?, place(to)?);
            let cells = std::iter::successors(Some(from), |x| Some(x + &self.step));
            Some(cells.take_while(|x| *x < to).filter(|x| hole.as_ref() != Some(x)).take(most).collect())
        };
        let first = range(self.from, self.to)?;
        let other = match self.other {
            Some((from, to)) => Some(range(from, to)?),
            None => None,
        };
        Some(Cells { first, other })
    }

    /// Whether it holds of these cells, and whether there are enough of them to tell; `None`: that is not known.
    fn holds(&self, cells: &Cells, tester: &mut Tester<'_>) -> Option<(bool, bool)> {
        for (n, x) in cells.first.iter().enumerate() {
            tester.bind(self.x, x.clone());
            let Some(y) = self.y else {
                if !tester.holds(self.property)? {
                    return Some((false, true));
                }
                continue;
            };
            for behind in cells.other.as_deref().unwrap_or(&cells.first[n + 1..]) {
                tester.bind(y, behind.clone());
                if !tester.holds(self.property)? {
                    return Some((false, true));
                }
            }
        }
        let least = if self.y.is_some() && cells.other.is_none() { 2 } else { 1 };
        Some((true, cells.first.len() >= least && cells.other.as_ref().is_none_or(|other| !other.is_empty())))
    }

    /// Whether a loop in the one at whose head it may hold changes the cells, and knows what it is about.
    pub fn is_to_be_kept(&self, program: &mut Program, head: &Head) -> bool {
        let cells = program.var_expr(self.map);
        let mut knows = head.changes(program, cells) && self.form != Form::Weaker;
        walk(&program.exprs, self.places().chain([cells, self.base, self.property]), |_, kind| {
            if let ExprKind::Var(var) = kind {
                knows &= *var == self.x || self.y == Some(*var) || head.knows(program, *var);
            }
        });
        knows
    }

    /// Whether an instance about a cell mentions one beside it, which is the next instance.
    fn speaks_of_neighbours(&self, program: &Program) -> bool {
        let x = ExprKind::Var(self.x);
        let mut any = false;
        walk(&program.exprs, [self.property], |_, kind| {
            any |= matches!(kind, ExprKind::Op(Op::Select, args) if *program.exprs.kind(args[0]) == ExprKind::Var(self.map)
                && *program.exprs.kind(args[1]) != x
                && mentions(&program.exprs, [args[1]], self.x));
        });
        any
    }

    pub fn formula(&self, program: &mut Program) -> ExprId {
        let map = program.var_expr(self.map);
        let mut t = Terms(program);
        let x = t.var(self.x);
        let mut range = vec![t.le(self.from, x)];
        let mut cells = vec![t.select(map, x)];
        let mut vars = vec![self.x];
        let mut all = vec![x];
        match (self.y, self.other) {
            (None, _) => range.push(t.lt(x, self.to)),
            (Some(y), other) => {
                let behind = t.var(y);
                match other {
                    None => range.extend([t.lt(x, behind), t.lt(behind, self.to)]),
                    Some((from, to)) => range.extend([t.lt(x, self.to), t.le(from, behind), t.lt(behind, to)]),
                }
                cells.push(t.select(map, behind));
                vars.push(y);
                all.push(behind);
            }
        }
        for at in all {
            if !self.step.is_one() {
                let (step, zero) = (t.int(self.step.clone()), t.int(0));
                let far = t.sub(at, self.base);
                let rest = t.modulo(far, step);
                range.push(t.eq(rest, zero));
            }
            if let Some(hole) = self.hole {
                let same = t.eq(at, hole);
                range.push(t.not(same));
            }
        }
        let range = t.and(&range);
        let body = t.implies(range, self.property);
        let weight = self.speaks_of_neighbours(program).then_some(CHAINED);
        for_all_cells(program, &vars, &cells, weight, body)
    }
}

/// Cells of the range of `x`, and of that of `y` if it is another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Cells {
    first: Vec<BigInt>,
    other: Option<Vec<BigInt>>,
}

impl Cells {
    /// Whether all cells, or all two that the other ranges have one behind the other, are in these.
    fn covers(&self, few: &Cells) -> bool {
        match (&self.other, &few.other) {
            (None, _) => few.first.iter().chain(few.other.iter().flatten()).all(|x| self.first.contains(x)),
            (Some(other), Some(behind)) => {
                few.first.iter().all(|x| self.first.contains(x)) && behind.iter().all(|y| other.contains(y))
            }
            (Some(_), None) => few.is_empty(),
        }
    }

    fn is_empty(&self) -> bool {
        self.first.is_empty() || self.other.as_ref().is_some_and(Vec::is_empty)
    }
}

/// What a guess is about in each state.
type Seen = Vec<Option<Cells>>;

/// Those that hold in all states, of which some have cells in the range, and that are about other cells than those before. What
/// follows from others is [`Form::Weaker`].
pub fn unrefuted(
    program: &Program,
    guesses: Vec<Ranged>,
    states: &[super::samples::State],
    tester: &mut Tester<'_>,
) -> Vec<Ranged> {
    let mut found: Vec<(Ranged, Rc<Seen>)> = Vec::new();
    let mut seen: FxHashSet<(VarId, bool, Rc<Seen>)> = FxHashSet::default();
    let mut general = Vec::new();
    let mut places: FxHashMap<ExprId, Vec<Option<BigInt>>> = FxHashMap::default();
    for beside in guesses.chunk_by(Ranged::is_beside) {
        for place in beside[0].places().filter(|place| !places.contains_key(place)).collect::<Vec<ExprId>>() {
            let value = |state| {
                tester.enter(state);
                tester.integer(place)
            };
            places.insert(place, states.iter().map(value).collect::<Vec<Option<BigInt>>>());
        }
        let known = &places;
        let cells: Seen =
            (0..states.len()).map(|state| beside[0].cells(|place| known[&place][state].clone())).collect();
        let cells = Rc::new(cells);
        let are_known = cells.iter().flatten().filter(|cells| !cells.is_empty()).count() >= WITNESSES;
        let is_new = beside[0].is_general || seen.insert((beside[0].map, beside[0].y.is_some(), Rc::clone(&cells)));
        if !are_known || !is_new {
            continue;
        }
        let mut left: Vec<(&Ranged, usize)> = beside.iter().map(|guess| (guess, 0)).collect();
        for (state, cells) in states.iter().zip(cells.iter()) {
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
        for (guess, _) in left.into_iter().filter(|(_, witnesses)| *witnesses >= WITNESSES) {
            let is_known = |known: &(ExprId, Rc<Seen>)| known.0 == guess.property && known.1 == cells;
            if !guess.is_general {
                found.push((guess.clone(), Rc::clone(&cells)));
            } else if !general.iter().any(is_known) {
                general.push((guess.property, Rc::clone(&cells)));
                found.push((guess.clone(), Rc::clone(&cells)));
            }
        }
    }
    let follows = |n: usize| (0..found.len()).any(|m| m != n && implies(program, &found[m], &found[n], m < n));
    let weaker: Vec<bool> = (0..found.len()).map(follows).collect();
    let formed = found.into_iter().zip(weaker).map(|((guess, _), is_weaker)| match is_weaker {
        true => Ranged { form: Form::Weaker, ..guess },
        false => guess,
    });
    let mut found: Vec<Ranged> = formed.collect();
    found.sort_by_key(|guess| guess.form);
    found
}

/// Whether one says no less than another: the same, or what is stronger, of all cells that that is about.
fn implies(program: &Program, one: &(Ranged, Rc<Seen>), other: &(Ranged, Rc<Seen>), is_first: bool) -> bool {
    let ((strong, cells), (weak, few)) = (one, other);
    if strong.map != weak.map || strong.y.is_some() != weak.y.is_some() {
        return false;
    }
    let is_stronger = match (program.exprs.kind(strong.property), program.exprs.kind(weak.property)) {
        (ExprKind::Op(Op::Lt, strong), ExprKind::Op(Op::Le, weak)) => strong == weak,
        _ => false,
    };
    if !is_stronger && strong.property != weak.property {
        return false;
    }
    let same = cells == few;
    let covers = |(cells, few): (&Option<Cells>, &Option<Cells>)| match (cells, few) {
        (_, None) => true,
        (None, Some(few)) => few.is_empty(),
        (Some(cells), Some(few)) => cells.covers(few),
    };
    (same && (is_stronger || is_first)) || !same && cells.iter().zip(few.iter()).all(covers)
}

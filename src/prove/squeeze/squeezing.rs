//! Squeezing functions, as expressions over the state at the head of the loop.

use num_traits::{One, Signed};
use rustc_hash::FxHashMap;

use super::subject::Subject;
use crate::base::ids::{ExprId, VarId};
use crate::ir::visit::{substitute, walk};
use crate::ir::{CmdKind, Expr, ExprKind, Op, Program, Type, TypeTable, VarKind};
use crate::prove::loops::shape::variables;
use ivl::source::Span;

/// What a state becomes.
#[derive(Clone, Debug)]
pub struct Squeezing {
    /// It falls, where it is more than `base`.
    pub rank: ExprId,
    pub base: u32,
    /// The number of the element that goes.
    pub position: ExprId,
    /// What is chosen, or given, in front of the loop.
    pub inputs: Vec<(VarId, ExprId)>,
    /// Lambda expressions.
    pub arrays: Vec<(VarId, ExprId)>,
    /// What the loop changes.
    pub state: Vec<(VarId, ExprId)>,
}

/// What becomes of a variable that the loop changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Same,
    /// It is the number of an element.
    Index,
    /// What the iteration for the element that goes adds is taken off, once it is over.
    Removed,
    /// Then, what the latest iteration adds is taken off.
    Latest,
}

/// The numbers of elements that may go: from the front, and from behind.
pub const POSITIONS: &[i64] = &[0, -1, 1, -2, 2, -3, -4];

/// The element of that number; from behind, if negative.
pub fn position(program: &mut Program, length: VarId, at: i64) -> ExprId {
    if at >= 0 {
        return program.exprs.int(at);
    }
    let (length, less) = (program.var_expr(length), program.exprs.int(-at));
    program.exprs.op(Op::Sub, [length, less], TypeTable::INT)
}

/// The length from which on positions mean different elements.
pub fn base(positions: &[i64]) -> u32 {
    let least = |&at: &i64| if at < 0 { -at } else { at + 1 };
    positions.iter().map(least).max().unwrap_or(1) as u32
}

/// A way in which what the loop changes may change.
pub type Changes = Vec<(VarId, Change)>;

/// All such ways, the likeliest first.
pub fn changes(subject: &Subject) -> Vec<Changes> {
    let program = &subject.flat.program;
    let mut each: Vec<(VarId, &[Change])> = Vec::new();
    for induction in &subject.only().inductions {
        let unit = induction.step.abs().is_one();
        each.push((induction.var, if unit { &[Change::Index] } else { &[Change::Removed] }));
    }
    for &var in &subject.carried {
        each.push(if program.vars[var].ty != TypeTable::INT {
            (var, &[Change::Same])
        } else if is_index(subject, var) {
            (var, &[Change::Index, Change::Same])
        } else {
            (var, &[Change::Removed, Change::Same, Change::Latest])
        });
    }
    let mut all = vec![Vec::new()];
    for (var, ways) in each {
        all = all
            .iter()
            .flat_map(|before: &Changes| {
                ways.iter().map(move |&way| before.iter().copied().chain([(var, way)]).collect())
            })
            .collect();
    }
    all
}

/// Whether a variable is used, or set, as the number of an element.
fn is_index(subject: &Subject, var: VarId) -> bool {
    let program = &subject.flat.program;
    let mut found = false;
    let mentions = |e: ExprId| variables(program, e).any(|v| v == var);
    walk(&program.exprs, subject.flat.body.cmds().flat_map(|c| c.exprs()), |_, kind| {
        if let ExprKind::Op(Op::Select, args) = kind {
            found |= args[1..].iter().any(|&index| mentions(index));
        }
    });
    let counters: Vec<VarId> = subject.only().inductions.iter().map(|i| i.var).collect();
    found
        || subject.flat.body.cmds().any(|cmd| match &cmd.kind {
            CmdKind::Assign(pairs) => pairs.iter().any(|&(v, e)| {
                v == var && matches!(program.exprs.kind(e), ExprKind::Var(from) if counters.contains(from))
            }),
            _ => false,
        })
}

/// The squeezing function that takes out an element, and one off the length. `None`: nothing counts iterations.
pub fn removing(
    subject: &mut Subject,
    length: VarId,
    position: ExprId,
    base: u32,
    changes: &[(VarId, Change)],
) -> Option<Squeezing> {
    let counter = subject.counter()?.clone();
    let falls = counter.step.is_negative();
    let (one, rank) = (subject.flat.program.exprs.int(1), subject.flat.program.var_expr(length));
    let shorter = subject.flat.program.exprs.op(Op::Sub, [rank, one], TypeTable::INT);
    let mut state = Vec::new();
    for &(var, change) in changes {
        let now = subject.flat.program.var_expr(var);
        let count = subject.flat.program.var_expr(counter.var);
        let value = match change {
            Change::Same => now,
            Change::Index => {
                let own = subject.only().inductions.iter().find(|i| i.var == var);
                let down = own.is_some_and(|i| i.step.is_negative());
                let low = lowest(subject, var);
                let exprs = &mut subject.flat.program.exprs;
                let beyond = exprs.op(if down { Op::Ge } else { Op::Gt }, [now, position], TypeTable::BOOL);
                let beyond = match low.filter(|_| !down) {
                    Some(low) => {
                        let more = exprs.op(Op::Gt, [now, low], TypeTable::BOOL);
                        exprs.and(&[beyond, more])
                    }
                    None => beyond,
                };
                let less = exprs.op(Op::Sub, [now, one], TypeTable::INT);
                exprs.op(Op::Ite, [beyond, less, now], TypeTable::INT)
            }
            Change::Removed | Change::Latest => {
                let at = match change {
                    Change::Removed => position,
                    _ => {
                        let step = subject.flat.program.exprs.int(counter.step.clone());
                        subject.flat.program.exprs.op(Op::Sub, [count, step], TypeTable::INT)
                    }
                };
                let added = added(subject, counter.var, at, var);
                let exprs = &mut subject.flat.program.exprs;
                let over = exprs.op(if falls { Op::Lt } else { Op::Gt }, [count, position], TypeTable::BOOL);
                let less = exprs.op(Op::Sub, [now, added], TypeTable::INT);
                exprs.op(Op::Ite, [over, less, now], TypeTable::INT)
            }
        };
        state.push((var, value));
    }
    let arrays = views(subject, position, rank);
    Some(Squeezing { rank, base, position, inputs: vec![(length, shorter)], arrays, state })
}

/// The least constant that a variable is set to outside of the loop.
fn lowest(subject: &mut Subject, var: VarId) -> Option<ExprId> {
    let Subject { flat, shape, .. } = subject;
    let mut found = Vec::new();
    let outside = flat.body.blocks.ids().filter(|b| !shape.loops[0].members.contains(b));
    for block in outside {
        for cmd in &flat.body.blocks[block].cmds {
            if let CmdKind::Assign(pairs) = &cmd.kind {
                let values = pairs.iter().filter(|(v, _)| *v == var);
                found.extend(values.filter_map(|&(_, e)| match flat.program.exprs.kind(e) {
                    ExprKind::Int(n) => Some(n.clone()),
                    _ => None,
                }));
            }
        }
    }
    Some(flat.program.exprs.int(found.into_iter().min()?))
}

/// What the iteration where the counter has a value adds to a variable.
fn added(subject: &mut Subject, counter: VarId, at: ExprId, var: VarId) -> ExprId {
    let next = subject.next.get(&var).copied();
    let inductions = subject.shape.loops[0].inductions.clone();
    let program = &mut subject.flat.program;
    let (now, count) = (program.var_expr(var), program.var_expr(counter));
    let next = next.unwrap_or(now);
    let counts = inductions.iter().find(|i| i.var == counter).map(|i| i.step.clone()).unwrap_or_default();
    let mut there = FxHashMap::from_iter([(counter, at)]);
    let further = program.exprs.op(Op::Sub, [at, count], TypeTable::INT);
    for other in inductions.iter().filter(|i| i.var != counter && i.var != var) {
        let step = program.exprs.int(&other.step * &counts);
        let further = program.exprs.op(Op::Mul, [step, further], TypeTable::INT);
        let old = program.var_expr(other.var);
        there.insert(other.var, program.exprs.op(Op::Add, [old, further], TypeTable::INT));
    }
    let next = substitute(&mut program.exprs, next, &there);
    program.exprs.op(Op::Sub, [next, now], TypeTable::INT)
}

/// The arrays without the element of that number.
pub fn views(subject: &mut Subject, position: ExprId, length: ExprId) -> Vec<(VarId, ExprId)> {
    let mut maps: Vec<VarId> = subject.arrays.iter().map(|a| a.map).collect();
    maps.dedup();
    let mut found: Vec<(VarId, ExprId)> = Vec::new();
    for map in maps {
        if found.iter().any(|(m, _)| *m == map) {
            continue;
        }
        let own: Vec<_> = subject.arrays.iter().filter(|a| a.map == map).cloned().collect();
        let program = &mut subject.flat.program;
        let bound = program.new_var("j", VarKind::Bound, TypeTable::INT, Span::NONE);
        let j = program.var_expr(bound);
        let mut from = j;
        for array in own.iter().rev() {
            let stride = program.exprs.int(array.stride);
            let address = |program: &mut Program, number: ExprId| {
                let at = match array.stride {
                    1 => number,
                    _ => program.exprs.op(Op::Mul, [number, stride], TypeTable::INT),
                };
                match array.base {
                    Some(base) => {
                        let base = program.var_expr(base);
                        program.exprs.op(Op::Add, [base, at], TypeTable::INT)
                    }
                    None => at,
                }
            };
            let first = address(program, position);
            let last = address(program, length);
            let mut moves = program.exprs.op(Op::Le, [first, j], TypeTable::BOOL);
            // Another array may lie behind.
            if own.len() > 1 {
                let before = program.exprs.op(Op::Lt, [j, last], TypeTable::BOOL);
                moves = program.exprs.and(&[moves, before]);
            }
            let next = program.exprs.op(Op::Add, [j, stride], TypeTable::INT);
            from = program.exprs.op(Op::Ite, [moves, next, from], TypeTable::INT);
        }
        let (ty, whole) = (program.vars[map].ty, program.var_expr(map));
        let value = match program.types.get(ty) {
            Type::Map { result, .. } => *result,
            _ => panic!("internal: an array that is no map"),
        };
        let body = program.exprs.op(Op::Select, [whole, from], value);
        let kind = ExprKind::Lambda { type_params: Box::new([]), vars: Box::new([bound]), body };
        found.push((map, program.exprs.intern(Expr { kind, ty })));
    }
    found
}

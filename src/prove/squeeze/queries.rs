//! The queries for one squeezing: loop-free programs that run the program on an array and on the array without one
//! element, next to each other.

use super::{Array, Subject};
use crate::base::ids::{BlockId, ExprId, VarId};
use crate::ir::build::{Loop, Renaming, unroll};
use crate::ir::{
    AssertKind, Body, CmdKind, Expr, ExprKind, Names, Op, Program, Quantifier, QuantifierKind, Trigger, TypeTable,
    VarKind,
};
use crate::prove::loops::emit::{Emitter, Run, Select};
use crate::prove::loops::flatten::{command, drop_unreachable};
use crate::prove::loops::steps::add;
use ivl::source::Span;

/// How a state becomes one of the shorter array.
#[derive(Clone, Debug, PartialEq)]
pub struct Squeezing {
    /// One less in the shorter array.
    pub length: VarId,
    /// The first element goes, else the last; and the iteration of its number.
    pub first: bool,
    /// What becomes of the integers that the loop carries.
    pub corrections: Vec<(VarId, Correction)>,
}

/// What is taken off behind the iteration that goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Correction {
    None,
    /// What that iteration adds.
    Removed,
    /// What the iteration before the present one adds.
    Latest,
}

/// Arrays up to that length are looked at one by one.
const BASE: i64 = 1;

/// What the runs of a query have in common.
struct Pair<'a> {
    emitter: Emitter<'a>,
    subject: &'a Subject,
    squeezing: &'a Squeezing,
    /// The variables of the run on the shorter array.
    short: Renaming,
    stop: BlockId,
    fail: BlockId,
}

/// A program with the procedures anchor, step and fault.
pub fn squeezing(subject: &Subject, squeezing: &Squeezing) -> Program {
    let selects = [Select::by(None, 0)];
    let mut program = subject.flat.program.clone();
    type Query = fn(Pair, BlockId, BlockId) -> (Program, Body);
    let queries: [(&str, Query); 3] = [("anchor", anchor), ("step", step), ("fault", fault)];
    for (name, query) in queries {
        let mut emitter = Emitter::new(program, &subject.flat, &subject.shape, &selects, false);
        let (stop, fail) = (emitter.stop(), emitter.fail());
        let begin = emitter.block("begin");
        let mut short = emitter.copies(begin, "short");
        let short_arrays: Vec<(VarId, VarId)> = subject
            .arrays
            .iter()
            .map(|array| {
                let (name, ty) = (emitter.program.vars[array.map].name.to_string(), emitter.program.vars[array.map].ty);
                (array.map, emitter.local(&format!("{name}_short"), ty))
            })
            .collect();
        short.vars.extend(short_arrays);
        let given = !short.vars.contains_key(&squeezing.length);
        if given {
            let copy = emitter.local("length_short", TypeTable::INT);
            short.vars.insert(squeezing.length, copy);
            let (length, one) = (emitter.var(squeezing.length), emitter.program.exprs.int(1));
            let less = emitter.op(Op::Sub, length, one);
            emitter.push(begin, CmdKind::Assign(vec![(copy, less)]));
        }
        let pair = Pair { emitter, subject, squeezing, short, stop, fail };
        let (grown, body) = with_prologue(pair, begin, query, name == "anchor");
        program = grown;
        add(&mut program, name.into(), body);
    }
    program
}

/// Both runs come to the head of the loop, and then `query` goes on. In the anchor, what they may violate counts.
fn with_prologue(
    mut pair: Pair,
    begin: BlockId,
    query: fn(Pair, BlockId, BlockId) -> (Program, Body),
    checked: bool,
) -> (Program, Body) {
    let e = &mut pair.emitter;
    let (head, between) = (e.block("head"), e.block("between"));
    let less = Some(pair.squeezing.length);
    let lost = if checked { pair.fail } else { pair.stop };
    let run = Run { renaming: pair.short.clone(), strict: !checked, at_loop: Some(head), less, ..Run::new(lost, lost) };
    let second = e.whole(run);
    e.goto(between, vec![second]);
    // An array may be long when the program is in front of the loop; what goes is there already.
    let first = e.whole(Run { at_loop: Some(between), ..Run::new(pair.stop, lost) });
    e.goto(begin, vec![first]);
    let length = e.var(pair.squeezing.length);
    let base = e.program.exprs.int(BASE);
    let long = e.op(Op::Lt, base, length);
    e.push(between, CmdKind::Assume(long));
    for array in &pair.subject.arrays {
        pair.view(between, array);
    }
    query(pair, begin, head)
}

impl Pair<'_> {
    /// The number of the iteration and of the element that goes.
    fn removed(&mut self) -> ExprId {
        let e = &mut self.emitter;
        if self.squeezing.first {
            return e.program.exprs.int(0);
        }
        let (length, one) = (e.var(self.squeezing.length), e.program.exprs.int(1));
        e.op(Op::Sub, length, one)
    }

    /// The shorter array is the longer one without an element.
    fn view(&mut self, block: BlockId, array: &Array) {
        let removed = self.removed();
        let short = self.short.var(array.map);
        let e = &mut self.emitter;
        let stride = e.program.exprs.int(array.stride);
        let mut at = if array.stride == 1 { removed } else { e.op(Op::Mul, removed, stride) };
        if let Some(base) = array.base {
            let base = e.var(base);
            at = e.op(Op::Add, base, at);
        }
        let bound = e.program.new_var("j", VarKind::Bound, TypeTable::INT, Span::NONE);
        let j = e.var(bound);
        let (before, next) = (e.op(Op::Lt, j, at), e.op(Op::Add, j, stride));
        let from = e.program.exprs.op(Op::Ite, [before, j, next], TypeTable::INT);
        let (map, short) = (e.var(array.map), e.var(short));
        let value = match e.program.types.get(e.program.exprs.ty(map)) {
            crate::ir::Type::Map { result, .. } => *result,
            _ => panic!("internal: an array that is no map"),
        };
        let old = e.program.exprs.op(Op::Select, [map, from], value);
        let new = e.program.exprs.op(Op::Select, [short, j], value);
        let same = e.program.exprs.eq(new, old);
        let trigger = Trigger { positive: true, exprs: Box::new([new]) };
        let all = Quantifier {
            kind: QuantifierKind::Forall,
            type_params: Box::new([]),
            vars: Box::new([bound]),
            triggers: Box::new([trigger]),
            weight: None,
            name: None,
            place: "".into(),
            body: same,
        };
        let all = e.program.exprs.intern(Expr { kind: ExprKind::Quantifier(Box::new(all)), ty: TypeTable::BOOL });
        e.push(block, CmdKind::Assume(all));
    }

    /// From `block` on: what a state in iteration `count` becomes. Returns the values of what the loop carries, and the
    /// block where they are known.
    fn squeezed(
        &mut self,
        block: BlockId,
        state: &Renaming,
        bases: &[VarId],
        count: ExprId,
    ) -> (Vec<(VarId, ExprId)>, BlockId) {
        let mut current = block;
        let mut values = Vec::new();
        let removed = self.removed();
        for &var in &self.subject.carried {
            let now = self.emitter.var(state.var(var));
            let correction = self.squeezing.corrections.iter().find(|(v, _)| *v == var).map(|(_, c)| *c);
            let at = match correction {
                None | Some(Correction::None) => {
                    values.push((var, now));
                    continue;
                }
                Some(Correction::Removed) => removed,
                Some(Correction::Latest) => {
                    let one = self.emitter.program.exprs.int(1);
                    self.emitter.op(Op::Sub, count, one)
                }
            };
            let (added, next) = self.added(current, state, bases, at, var);
            current = next;
            let e = &mut self.emitter;
            let behind = e.op(Op::Lt, removed, count);
            let added = e.var(added);
            let less = e.op(Op::Sub, now, added);
            values.push((var, e.program.exprs.op(Op::Ite, [behind, less, now], TypeTable::INT)));
        }
        (values, current)
    }

    /// What iteration `at` adds to a variable, from a state; nothing where it is none.
    fn added(&mut self, block: BlockId, state: &Renaming, bases: &[VarId], at: ExprId, var: VarId) -> (VarId, BlockId) {
        let inductions = self.subject.shape.loops[0].inductions.clone();
        let e = &mut self.emitter;
        let (added, zero) = (e.local("added", TypeTable::INT), e.program.exprs.int(0));
        let mut trial = Renaming::default();
        let mut assigned: Vec<VarId> = self.subject.flat.body.cmds().flat_map(|c| c.assigned()).collect();
        assigned.sort();
        assigned.dedup();
        let mut pairs = vec![(added, zero)];
        for v in assigned {
            let (name, ty) = (e.program.vars[v].name.to_string(), e.program.vars[v].ty);
            let copy = e.local(&format!("{name}_trial"), ty);
            trial.vars.insert(v, copy);
            let value = match inductions.iter().position(|i| i.var == v) {
                Some(i) => e.after(bases[i], &inductions[i].step, at),
                None => e.var(state.var(v)),
            };
            pairs.push((copy, value));
        }
        e.push(block, CmdKind::Assign(pairs));
        let (back, end) = (e.block("tried"), e.block("known"));
        let (before, after) = (e.var(state.var(var)), e.var(trial.var(var)));
        let difference = e.op(Op::Sub, after, before);
        e.push(back, CmdKind::Assign(vec![(added, difference)]));
        e.goto(back, vec![end]);
        let run = Run { renaming: trial, strict: false, ..Run::new(end, end) };
        let start = e.complete(run, 0, back);
        e.goto(block, vec![start]);
        (added, end)
    }

    /// Asserts that variables have values, and the induction variables those of an iteration.
    fn assert_state(
        &mut self,
        block: BlockId,
        state: &Renaming,
        values: &[(VarId, ExprId)],
        bases: &[VarId],
        count: ExprId,
    ) {
        for &(var, value) in values {
            let e = &mut self.emitter;
            let now = e.var(state.var(var));
            let same = e.program.exprs.eq(now, value);
            e.push(block, CmdKind::Assert(same, AssertKind::Assert));
        }
        for (i, base) in self.subject.shape.loops[0].inductions.iter().zip(bases) {
            let e = &mut self.emitter;
            let now = e.var(state.var(i.var));
            let value = e.after(*base, &i.step, count);
            let same = e.program.exprs.eq(now, value);
            e.push(block, CmdKind::Assert(same, AssertKind::Assert));
        }
    }

    /// The number of the iteration of the shorter array.
    fn short_count(&mut self, count: ExprId) -> ExprId {
        let removed = self.removed();
        let e = &mut self.emitter;
        let (behind, one) = (e.op(Op::Lt, removed, count), e.program.exprs.int(1));
        let less = e.op(Op::Sub, count, one);
        e.program.exprs.op(Op::Ite, [behind, less, count], TypeTable::INT)
    }

    /// Both states at the head of the loop, in any iteration. Returns its number, the bases of both, the state of the shorter array
    /// as variables, and the block where they are so.
    fn anywhere(&mut self, head: BlockId) -> (ExprId, Vec<VarId>, Vec<VarId>, BlockId) {
        let short = self.short.clone();
        let short_bases = self.emitter.bases_of(head, 0, &short);
        let (count, bases, block) = self.emitter.anywhere(head, 0);
        let count = self.emitter.var(count);
        let (values, block) = self.squeezed(block, &Renaming::default(), &bases, count);
        let short_count = self.short_count(count);
        let mut pairs: Vec<(VarId, ExprId)> = values.into_iter().map(|(v, e)| (short.var(v), e)).collect();
        for (i, base) in self.subject.shape.loops[0].inductions.clone().iter().zip(&short_bases) {
            pairs.push((short.var(i.var), self.emitter.after(*base, &i.step, short_count)));
        }
        if !pairs.is_empty() {
            self.emitter.push(block, CmdKind::Assign(pairs));
        }
        (count, bases, short_bases, block)
    }
}

/// At the head of the loop, the first time, the state of the shorter array is what the other becomes.
fn anchor(mut pair: Pair, begin: BlockId, head: BlockId) -> (Program, Body) {
    let bases = pair.emitter.bases_of(head, 0, &Renaming::default());
    let short = pair.short.clone();
    let short_bases = pair.emitter.bases_of(head, 0, &short);
    let zero = pair.emitter.program.exprs.int(0);
    let (values, block) = pair.squeezed(head, &Renaming::default(), &bases, zero);
    let count = pair.short_count(zero);
    pair.assert_state(block, &short, &values, &short_bases, count);
    // So lengths become short ones in the end.
    let length = pair.squeezing.length;
    let e = &mut pair.emitter;
    let (long, one, now) = (e.var(length), e.program.exprs.int(1), e.var(short.var(length)));
    let less = e.op(Op::Sub, long, one);
    let less = e.program.exprs.eq(now, less);
    e.push(block, CmdKind::Assert(less, AssertKind::Assert));
    pair.emitter.finish(begin)
}

/// An iteration is one of the shorter array, or the one that goes.
fn step(mut pair: Pair, begin: BlockId, head: BlockId) -> (Program, Body) {
    let short = pair.short.clone();
    let (count, bases, short_bases, block) = pair.anywhere(head);
    let removed = pair.removed();
    let e = &mut pair.emitter;
    let after = e.block("after");
    let (stop, fail) = (pair.stop, pair.fail);
    let iteration = e.complete(Run::new(stop, stop), 0, after);
    e.goto(block, vec![iteration]);
    let one = e.program.exprs.int(1);
    let next = e.op(Op::Add, count, one);
    let (values, end) = pair.squeezed(after, &Renaming::default(), &bases, next);
    let short_count = pair.short_count(next);
    let e = &mut pair.emitter;
    let (same, other, both) = (e.block("goes"), e.block("stays"), e.block("both"));
    let goes = e.program.exprs.eq(count, removed);
    let stays = e.program.exprs.not(goes);
    e.push(same, CmdKind::Assume(goes));
    e.push(other, CmdKind::Assume(stays));
    e.goto(end, vec![same, other]);
    let run = Run { renaming: short.clone(), strict: false, ..Run::new(fail, fail) };
    let iteration = e.complete(run, 0, both);
    e.goto(other, vec![iteration]);
    e.goto(same, vec![both]);
    pair.assert_state(both, &short, &values, &short_bases, short_count);
    pair.emitter.finish(begin)
}

/// Where the loop is left and a violation follows, that is so for the shorter array.
fn fault(mut pair: Pair, begin: BlockId, head: BlockId) -> (Program, Body) {
    let short = pair.short.clone();
    let (_, _, _, block) = pair.anywhere(head);
    let e = &mut pair.emitter;
    let bad = e.block("bad");
    let end = e.last(Run::new(pair.stop, bad), 0);
    e.goto(block, vec![end]);
    let run = Run { renaming: short, strict: false, ..Run::new(pair.fail, pair.stop) };
    let start = e.last(run, 0);
    e.goto(bad, vec![start]);
    pair.emitter.finish(begin)
}

/// The program over short arrays, with as many iterations as it takes; that there are no more is asserted.
pub fn base(subject: &Subject, squeezing: &Squeezing) -> Program {
    let mut program = subject.flat.program.clone();
    let mut body = subject.flat.body.clone();
    for cmd in body.cmds_mut() {
        cmd.attrs = command(CmdKind::Havoc(Vec::new())).attrs;
    }
    let (length, limit) = (program.var_expr(squeezing.length), program.exprs.int(BASE));
    let short = program.exprs.op(Op::Le, [length, limit], TypeTable::BOOL);
    let only = &subject.shape.loops[0];
    body.blocks[only.header].cmds.insert(0, command(CmdKind::Assume(short)));
    let members: Vec<BlockId> = body.blocks.ids().filter(|b| only.members.contains(b)).collect();
    let mut names = Names::of_blocks(&body);
    let l = Loop { header: only.header, members: &members };
    unroll(&mut program, &mut body, l, BASE as usize + 1, &mut names);
    // What goes on ends in the last block: none must.
    if let Some(cut) = body.blocks.ids().last() {
        for cmd in &mut body.blocks[cut].cmds {
            if let CmdKind::Assume(e) = cmd.kind {
                cmd.kind = CmdKind::Assert(e, AssertKind::Assert);
            }
        }
    }
    drop_unreachable(&mut body);
    add(&mut program, "base".into(), body);
    program
}

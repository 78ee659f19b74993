//! The queries for one squeezing: loop-free programs that run the program on an array and on the array without one
//! element, next to each other.

use rustc_hash::FxHashMap;

use super::squeezing::Squeezing;
use super::subject::Subject;
use crate::base::ids::{BlockId, ExprId, VarId};
use crate::cfg::flow::drop_unreachable;
use crate::forms::inlined::command;
use crate::ir::build::{Loop, Renaming, unroll};
use crate::ir::visit::Rewriter;
use crate::ir::{AssertKind, Body, CmdKind, ExprArena, Names, Op, Program, TypeTable};
use crate::prove::loops::emit::{Emitter, Run, Select};
use crate::prove::loops::steps::add;

/// Iterations of the shorter run that may answer to one or two of the other.
pub(super) const MOST_STEPS: usize = 2;

/// Iterations of the shorter run before its violation.
const MOST_LAST_STEPS: usize = 3;

/// Choices behind the loop for which one less is tried, at most.
const MOST_WITNESSES: usize = 4;

/// What the runs of a query have in common.
struct Pair<'a> {
    emitter: Emitter<'a>,
    subject: &'a Subject,
    squeezing: Squeezing,
    /// The variables of the run on the shorter array.
    short: Renaming,
    stop: BlockId,
    fail: BlockId,
}

/// A program with the procedures anchor and step.
pub fn squeezing(subject: &Subject, squeezing: &Squeezing) -> Program {
    let selects = [Select::by(None, 0)];
    let mut program = subject.flat.program.clone();
    type Query = fn(&mut Pair, BlockId);
    let queries: [(&str, Query); 2] = [("anchor", anchor), ("step", step)];
    for (name, query) in queries {
        let emitter = Emitter::new(program, &subject.flat, &subject.shape, &selects, false);
        let (grown, body) = with_prologue(emitter, subject, squeezing, query, name == "anchor");
        program = grown;
        add(&mut program, name.into(), body);
    }
    program
}

/// Both runs reach the head of the loop, and then `query` goes on. In the anchor, what they may violate counts.
fn with_prologue(
    mut e: Emitter,
    subject: &Subject,
    squeezing: &Squeezing,
    query: fn(&mut Pair, BlockId),
    checked: bool,
) -> (Program, Body) {
    let (stop, fail) = (e.stop(), e.fail());
    let (begin, head, between) = (e.block("begin"), e.block("head"), e.block("between"));
    let mut short = e.copies(begin, "short");
    let gone = e.local("gone", TypeTable::INT);
    let squeezing = with_position(&mut e, squeezing, gone);
    let long = e.program.exprs.int(squeezing.base);
    let long = e.op(Op::Lt, long, squeezing.rank);
    e.push(between, CmdKind::Assume(long));
    e.push(between, CmdKind::Assign(vec![(gone, squeezing.position)]));
    for &(map, _) in &squeezing.arrays {
        let (name, ty) = (e.program.vars[map].name.to_string(), e.program.vars[map].ty);
        short.vars.insert(map, e.local(&format!("{name}_short"), ty));
    }
    let mut chosen: FxHashMap<VarId, ExprId> = FxHashMap::default();
    for &(var, value) in &squeezing.inputs {
        if short.vars.contains_key(&var) {
            chosen.insert(var, value);
            continue;
        }
        let (name, ty) = (e.program.vars[var].name.to_string(), e.program.vars[var].ty);
        let copy = e.local(&format!("{name}_short"), ty);
        short.vars.insert(var, copy);
        e.push(between, CmdKind::Assign(vec![(copy, value)]));
    }
    let lost = if checked { fail } else { stop };
    let run = Run { renaming: short.clone(), strict: !checked, at_loop: Some(head), chosen, ..Run::new(lost, lost) };
    let second = e.whole(run);
    e.goto(between, vec![second]);
    // An array may be long when the program is in front of the loop; what goes is there already.
    let first = e.whole(Run { at_loop: Some(between), ..Run::new(stop, lost) });
    e.goto(begin, vec![first]);
    let mut pair = Pair { emitter: e, subject, squeezing, short, stop, fail };
    query(&mut pair, head);
    for (map, lambda) in pair.squeezing.arrays.clone() {
        let copy = pair.short.var(map);
        pair.emitter.view(copy, lambda);
    }
    pair.emitter.finish(begin)
}

/// The squeezing, with a variable for the position.
fn with_position(e: &mut Emitter, squeezing: &Squeezing, gone: VarId) -> Squeezing {
    let gone = e.var(gone);
    let position = squeezing.position;
    let mut rewriter = Rewriter::new(|_: &mut ExprArena, e| (e == position).then_some(gone));
    let mut squeezing = squeezing.clone();
    let Squeezing { inputs, arrays, state, .. } = &mut squeezing;
    for (_, value) in inputs.iter_mut().chain(arrays).chain(state) {
        *value = rewriter.rewrite(&mut e.program.exprs, *value);
    }
    squeezing
}

impl Pair<'_> {
    /// That a state of a shorter run is what the other becomes.
    fn same(&mut self, run: &Renaming) -> ExprId {
        let mut all = Vec::new();
        for (var, value) in self.squeezing.state.clone() {
            let now = self.emitter.var(run.var(var));
            all.push(self.emitter.program.exprs.eq(now, value));
        }
        self.emitter.program.exprs.and(&all)
    }

    /// Goes one way where a condition holds, and returns the block where it does not.
    fn unless(&mut self, block: BlockId, condition: ExprId, then: BlockId) -> BlockId {
        let e = &mut self.emitter;
        let (yes, no) = (e.block("yes"), e.block("no"));
        let negated = e.program.exprs.not(condition);
        e.push(yes, CmdKind::Assume(condition));
        e.push(no, CmdKind::Assume(negated));
        e.goto(yes, vec![then]);
        e.goto(block, vec![yes, no]);
        no
    }

    /// The longer run makes one more iteration from `block`. Returns where it is over; it may violate something instead.
    fn longer(&mut self, block: BlockId, bad: BlockId) -> BlockId {
        let back = self.emitter.block("back");
        let full = self.emitter.complete(Run::new(self.stop, bad), 0, back);
        let last = self.emitter.last(Run::new(self.stop, bad), 0);
        self.emitter.goto(block, vec![full, last]);
        back
    }

    /// A shorter run makes one more iteration. Returns where it is over; it ends `otherwise` if there is none, and all is
    /// shown if it violates something.
    fn shorter(&mut self, block: BlockId, run: &Renaming, otherwise: BlockId) -> BlockId {
        let back = self.emitter.block("follows");
        let run = Run { renaming: run.clone(), strict: false, ..Run::new(otherwise, self.stop) };
        let start = self.emitter.complete(run, 0, back);
        self.emitter.goto(block, vec![start]);
        back
    }

    /// The shorter run reaches the state that the other becomes, or goes on `otherwise`.
    fn follow(&mut self, block: BlockId, otherwise: BlockId) {
        let (run, stop) = (self.emitter.copies_of(block, &self.short.clone(), "try"), self.stop);
        let mut current = block;
        for number in 0..=MOST_STEPS {
            if number > 0 {
                current = self.shorter(current, &run, otherwise);
            }
            let same = self.same(&run);
            current = self.unless(current, same, stop);
        }
        self.emitter.goto(current, vec![otherwise]);
    }

    /// The shorter run violates something.
    fn violate(&mut self, block: BlockId) {
        let (run, fail) = (self.emitter.copies_of(block, &self.short.clone(), "last"), self.fail);
        let mut current = block;
        for number in 0..=MOST_LAST_STEPS {
            if number > 0 {
                current = self.shorter(current, &run, fail);
            }
            for chosen in self.choices() {
                let next = self.emitter.block("next");
                let renaming = self.emitter.copies_of(current, &run, "end");
                let run = Run { renaming, strict: false, chosen, ..Run::new(next, self.stop) };
                let start = self.emitter.last(run, 0);
                self.emitter.goto(current, vec![start]);
                current = next;
            }
        }
        self.emitter.goto(current, vec![fail]);
    }

    /// What is chosen behind the loop: as in the longer run, or one less, of one or of all.
    fn choices(&mut self) -> Vec<FxHashMap<VarId, ExprId>> {
        let (mut same, mut less) = (FxHashMap::default(), FxHashMap::default());
        for &witness in self.subject.witnesses.iter().take(MOST_WITNESSES) {
            let (now, one) = (self.emitter.var(witness), self.emitter.program.exprs.int(1));
            same.insert(witness, now);
            less.insert(witness, self.emitter.op(Op::Sub, now, one));
        }
        let one_less = |witness: &VarId| {
            let mut choice = same.clone();
            choice.insert(*witness, less[witness]);
            choice
        };
        let mut single: Vec<FxHashMap<VarId, ExprId>> = Vec::new();
        if less.len() > 1 {
            single.extend(self.subject.witnesses.iter().take(MOST_WITNESSES).map(one_less));
        }
        let mut all = vec![same];
        if !less.is_empty() {
            all.push(less);
        }
        all.extend(single);
        all
    }
}

/// At the head of the loop, the first time, the state of the shorter array is what the other becomes, and of lower rank.
fn anchor(pair: &mut Pair, head: BlockId) {
    let short = pair.short.clone();
    let rank = pair.squeezing.rank;
    let e = &mut pair.emitter;
    let rank_now = short.expr(&mut e.program, rank);
    let falls = e.op(Op::Lt, rank_now, rank);
    e.push(head, CmdKind::Assert(falls, AssertKind::Assert));
    for (var, value) in pair.squeezing.state.clone() {
        let e = &mut pair.emitter;
        let now = e.var(short.var(var));
        let same = e.program.exprs.eq(now, value);
        e.push(head, CmdKind::Assert(same, AssertKind::Assert));
    }
    pair.emitter.goto(head, vec![pair.stop]);
}

/// One or two iterations answer to some of the shorter array, and a violation to one.
fn step(pair: &mut Pair, head: BlockId) {
    let (stop, fail) = (pair.stop, pair.fail);
    let e = &mut pair.emitter;
    let sigma = e.block("sigma");
    // A state is the first, or the second, or there are two iterations before it.
    let first = e.complete(Run::new(stop, stop), 0, sigma);
    let (middle, anywhere) = (e.block("middle"), e.block("anywhere"));
    let (_, _, before) = e.anywhere(anywhere, 0);
    let earlier = e.complete(Run::new(stop, stop), 0, middle);
    let later = e.complete(Run::new(stop, stop), 0, sigma);
    e.goto(before, vec![earlier]);
    e.goto(middle, vec![later]);
    e.goto(head, vec![sigma, first, anywhere]);
    let pairs: Vec<(VarId, ExprId)> =
        pair.squeezing.state.iter().map(|&(var, value)| (pair.short.var(var), value)).collect();
    if !pairs.is_empty() {
        pair.emitter.push(sigma, CmdKind::Assign(pairs));
    }
    let (bad, again) = (pair.emitter.block("bad"), pair.emitter.block("again"));
    let one = pair.longer(sigma, bad);
    pair.follow(one, again);
    let two = pair.longer(again, bad);
    pair.follow(two, fail);
    pair.violate(bad);
}

/// The program over short arrays, with as many iterations as it takes; that there are no more is asserted.
pub fn base(subject: &Subject, squeezing: &Squeezing) -> Program {
    let mut program = subject.flat.program.clone();
    let mut body = subject.flat.body.clone();
    for cmd in body.cmds_mut() {
        cmd.attrs = command(CmdKind::Havoc(Vec::new())).attrs;
    }
    let limit = program.exprs.int(squeezing.base);
    let short = program.exprs.op(Op::Le, [squeezing.rank, limit], TypeTable::BOOL);
    let only = subject.only();
    body.blocks[only.header].cmds.insert(0, command(CmdKind::Assume(short)));
    let members: Vec<BlockId> = body.blocks.ids().filter(|b| only.members.contains(b)).collect();
    let mut names = Names::of_blocks(&body);
    let l = Loop { header: only.header, members: &members };
    unroll(&mut program, &mut body, l, squeezing.base as usize + 1, &mut names);
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

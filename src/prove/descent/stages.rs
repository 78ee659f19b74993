//! A product, stage by stage: one for each cut, in the order in which control reaches them.
//!
//! ```text
//! loop:  peel     up to k times: who is behind waits (the primary runs alone), else both step
//!        in step  head: invariants; the primary steps; the scapegoats step; again
//!        catch up the primary has left, or failed: scapegoats step up to 1 + t times, then die
//!        tail     no scapegoat is left: the primary steps up to t times
//! ```
//!
//! Where the primary could run on without a scapegoat beside it, the product fails.

use super::align::addresses;
use super::cases::Case;
use super::cuts::Cuts;
use super::plan::Plan;
use super::pool::{self, Pooled};
use super::product::{Builder, Claim, Ends};
use super::relax::Memory;
use super::shrink::{Draw, Shrink};
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::infer::houdini::{Attached, Place};
use crate::ir::{AssertKind, CmdKind, Program, TypeTable};

/// A product and what may be true in it.
pub struct Product {
    pub program: Program,
    pub proc: ProcId,
    /// Whether leaving the lockstep ([`super::plan::Alignment`]) makes a difference.
    pub has_dynamic: bool,
    /// Guesses about the loop heads, without guards.
    pub guesses: Vec<Attached>,
    /// Those about all links of a list, by position.
    pub links: Vec<usize>,
    /// The loop heads.
    pub heads: Vec<BlockId>,
    /// Where the product fails.
    pub claims: Vec<Claim>,
    /// Where the stage of each loop begins.
    pub begins: Vec<BlockId>,
    /// Of each loop, whether the primary has come back to its head.
    pub rounds: Vec<VarId>,
    /// Where all runs have ended.
    pub end: BlockId,
    /// Of each scapegoat, whether it lives, and its ghost of sizes.
    pub scapegoats: Vec<(VarId, VarId)>,
    pub bytes: VarId,
}

/// Builds the product of the flat program with itself. `program` declares everything; its one procedure has no body.
pub fn build(
    program: Program,
    proc: ProcId,
    cuts: &Cuts,
    memory: &Memory,
    shrinks: &[Shrink],
    rounds: &[VarId],
    plan: &Plan,
) -> Product {
    let mut b = Builder::new(cuts, memory, program, shrinks, (rounds, &plan.cases));
    draw_ahead(&mut b, shrinks);
    let live = super::dead::live(&b.program, &cuts.body, &[memory.bytes]);
    // That the primary is followed to its end is seen here, however the stages are put together.
    let ended = b.primary_at(cuts.cuts.len());
    let ended = b.claim(ended);
    let end = b.block("end", vec![ended], &[]);
    let stages: Vec<BlockId> = (0..cuts.cuts.len()).map(|i| b.label(&format!("stage.{i}"))).collect();
    let leaves_early = !b.ahead.is_empty();
    let leads = shrinks.iter().flat_map(|s| s.lead.clone()).collect();
    let mut s = Stages {
        b,
        plan,
        live,
        guesses: Vec::new(),
        heads: Vec::new(),
        proc,
        leads,
        leaves_early,
        has_dynamic: false,
        links: Vec::new(),
    };
    let mut loops = 0;
    // Loops that the primary has left, as soon as that is so.
    let mut passed_by = Vec::new();
    let mut begins = Vec::new();
    for (i, cut) in cuts.cuts.iter().enumerate() {
        let next = stages.get(i + 1).copied().unwrap_or(end);
        let entry = match &cut.members {
            Some(_) => {
                s.b.position = loops;
                begins.push(stages[i]);
                loops += 1;
                s.loop_stage(i, loops - 1, next)
            }
            None => s.exit_stage(i, next),
        };
        let passed = std::mem::take(&mut passed_by);
        let passed = passed.into_iter().map(|position| s.b.came_back(position)).collect();
        s.b.fill(stages[i], passed, &[entry]);
        if cut.members.is_some() && s.b.cases.contains(&Case { position: loops - 1, again: true }) {
            passed_by.push(loops - 1);
        }
    }
    let first = stages.first().copied().unwrap_or(end);
    let start = s.start(first);
    s.b.body.entry = start;
    let Stages { b, guesses, heads, has_dynamic, links, .. } = s;
    let Builder { mut program, body, scapegoats, claims, rounds, .. } = b;
    let bytes = memory.bytes;
    let scapegoats = scapegoats.iter().map(|s| (s.alive, s.renaming.var(bytes))).collect();
    program.procs[proc].body = Some(body);
    Product { program, proc, has_dynamic, guesses, links, heads, claims, begins, rounds, end, scapegoats, bytes }
}

/// What a scapegoat reads ahead, the primary draws ahead.
fn draw_ahead(b: &mut Builder, shrinks: &[Shrink]) {
    for (&var, draw) in shrinks.iter().flat_map(|s| &s.draws) {
        if matches!(draw, Draw::LeaveEarly { .. }) && !b.ahead.contains_key(&var) {
            let name = format!("next.{}", b.program.vars[var].name);
            let next = b.local(&name, TypeTable::INT);
            b.ahead.insert(var, next);
        }
    }
}

/// The blocks around a loop's head: what is done when it is entered, the head, and the loop's first step.
struct Head {
    enter: BlockId,
    head: BlockId,
    body: BlockId,
}

struct Stages<'a, 'b> {
    b: Builder<'a>,
    plan: &'b Plan,
    live: super::dead::Live,
    guesses: Vec<Attached>,
    heads: Vec<BlockId>,
    proc: ProcId,
    /// Loops in which the primary leads, by position among the loops.
    leads: Vec<usize>,
    /// Whether a scapegoat may leave a loop an iteration early.
    leaves_early: bool,
    has_dynamic: bool,
    /// Guesses about all links of a list, by position.
    links: Vec<usize>,
}

impl Stages<'_, '_> {
    /// From the start of the program to the first cuts.
    fn start(&mut self, next: BlockId) -> BlockId {
        let b = &mut self.b;
        let entry = b.cuts.body.entry;
        let failed = b.fail_unmatched();
        let failing = b.primary_failed();
        let check = b.branch("failed?", failing, failed, next);
        let mut then = check;
        for n in (0..b.scapegoats.len()).rev() {
            then = b.scapegoat_step(n, entry, Ends { back: then, left: then, bad: then });
        }
        let cmds = b.initial_memory();
        let then = b.block("begins", cmds, &[then]);
        let primary = b.primary_step(entry, Ends { back: then, left: then, bad: then }, None);
        let mut cmds = Vec::new();
        let ahead: Vec<VarId> = {
            let mut vars: Vec<VarId> = b.ahead.keys().copied().collect();
            vars.sort();
            vars
        };
        for var in ahead {
            cmds.extend(b.range_of_next(var));
        }
        cmds.push(b.set_int(b.at, i64::from(i32::MAX)));
        for n in 0..b.scapegoats.len() {
            let (alive, at) = (b.scapegoats[n].alive, b.scapegoats[n].at);
            cmds.push(b.set_bool(alive, true));
            cmds.push(b.set_int(at, i64::from(i32::MAX)));
            for &var in &b.cuts.body.locals {
                if self.live.at(entry, var) {
                    let value = b.program.var_expr(var);
                    cmds.push(b.assign(b.scapegoats[n].renaming.var(var), value));
                }
            }
        }
        b.block("start", cmds, &[primary])
    }

    /// All scapegoats at this cut step up to `times` times; those that are still there `die` or stay.
    fn catch_up(&mut self, cut: usize, times: usize, die: bool, then: BlockId) -> BlockId {
        let block = self.b.cuts.cuts[cut].block;
        let mut next = then;
        for n in (0..self.b.scapegoats.len()).rev() {
            let after = next;
            // Reached from a step that came back: it is alive and here.
            let mut again = after;
            if die {
                let alive = self.b.scapegoats[n].alive;
                let set = self.b.set_bool(alive, false);
                again = self.b.block("behind.dies", vec![set], &[after]);
            }
            for _ in 0..times {
                again = self.b.scapegoat_step(n, block, Ends { back: again, left: after, bad: after });
            }
            let here = self.b.scapegoat_at(n, cut);
            next = self.b.branch("here?", here, again, after);
        }
        next
    }

    /// Code behind the exits of a loop: whoever is here goes on.
    fn exit_stage(&mut self, i: usize, next: BlockId) -> BlockId {
        let cut = &self.b.cuts.cuts[i];
        let mut then = next;
        if cut.last_exit {
            let failed = self.b.fail_unmatched();
            let failing = self.b.primary_failed();
            then = self.b.branch("failed?", failing, failed, next);
        }
        let scapegoats = self.catch_up(i, 1, false, then);
        let ends = Ends { back: scapegoats, left: scapegoats, bad: scapegoats };
        let primary = self.b.primary_step(cut.block, ends, None);
        let here = self.b.primary_at(i);
        self.b.branch("here?", here, primary, scapegoats)
    }

    fn loop_stage(&mut self, i: usize, position: usize, next: BlockId) -> BlockId {
        let block = self.b.cuts.cuts[i].block;
        let (peel, tail) = (self.plan.align.peel, self.plan.align.tail);
        let leads = self.leads.contains(&position);
        let giveup = self.b.fail_alone();

        // Where the primary is not here any more. If it has failed, a scapegoat that has left goes on to the next loop.
        let has_exits = self.b.cuts.cuts.get(i + 1).is_some_and(|cut| cut.members.is_none());
        let caught = if has_exits {
            next
        } else {
            let failed = self.b.fail_unmatched();
            let failing = self.b.primary_failed();
            self.b.branch("failed?", failing, failed, next)
        };
        let catchup = self.catch_up(i, 1 + tail, true, caught);

        // The scapegoats have left, or are dead: the primary may go on for a while.
        let (keys, reads) = (self.b.keys.len(), self.b.reads.len());
        let mut alone = giveup;
        for n in 0..tail {
            let name = format!("tail{i}.{n}");
            alone = self.b.primary_step(block, Ends { back: alone, left: catchup, bad: catchup }, Some(&name));
        }

        let cut = &self.b.cuts.cuts[i];
        let moving = addresses(&mut self.b.program, self.b.cuts, cut);
        let aligned: Vec<ExprId> = (0..self.b.scapegoats.len()).map(|n| self.aligned(n, &moving)).collect();

        // In step.
        let head = self.b.label(&format!("head.{i}"));
        let enter = self.b.label(&format!("enter.{i}"));
        let keep = self.b.label(&format!("again.{i}"));
        let any_here = self.any_here(i);
        let check = self.b.branch("here?", any_here, keep, alone);
        let mut steps = check;
        for n in (0..self.b.scapegoats.len()).rev() {
            let step = self.b.scapegoat_step(n, block, Ends { back: steps, left: steps, bad: steps });
            let here = self.b.scapegoat_at(n, i);
            steps = self.b.branch("here?", here, step, steps);
        }
        // In the iteration in which a scapegoat leaves early, the primary writes alone.
        let name = self.leaves_early.then(|| format!("last{i}"));
        let body = self.b.primary_step(block, Ends { back: steps, left: catchup, bad: catchup }, name.as_deref());
        // The loop's invariants do not mention what is written at its end and behind it.
        let tail_keys = self.b.keys.split_off(keys);
        let tail_reads = self.b.reads.split_off(reads);
        // A scapegoat that is not here when another is, is out of step.
        let drop = self.drop_others(i);
        if self.plan.align.dynamic && !leads && !moving.is_empty() && aligned.len() == 1 {
            // The primary alone for one iteration, then both, then one must leave.
            self.has_dynamic = true;
            let last = self.b.scapegoat_step(0, block, Ends { back: giveup, left: alone, bad: giveup });
            let second = self.b.primary_step(block, Ends { back: last, left: catchup, bad: catchup }, None);
            let solo = self.b.primary_step(block, Ends { back: second, left: catchup, bad: catchup }, None);
            let same = self.b.branch("aligned?", aligned[0], head, solo);
            self.b.fill(keep, drop.clone(), &[same]);
        } else {
            self.b.fill(keep, drop.clone(), &[head]);
        }

        // In front.
        let mut cmds = drop;
        if !leads && !moving.is_empty() && aligned.len() > 1 {
            cmds.extend(self.drop_unaligned(&aligned));
        }
        let sync = self.b.block("sync", cmds, &[enter]);
        let mut into = self.b.branch("ready?", any_here, sync, alone);
        for k in 0..peel {
            // Where the primary leads, they are never at the same place.
            let together = if leads { None } else { Some(&aligned[..]) };
            into = self.peel(i, k, together, into, catchup);
        }
        if leads {
            let name = format!("lead{i}");
            into = self.b.primary_step(block, Ends { back: into, left: catchup, bad: catchup }, Some(&name));
        }
        let here = self.b.primary_at(i);
        let entry = self.b.branch("here?", here, into, catchup);

        self.invariants((i, position), &moving, Head { enter, head, body });
        self.b.keys.extend(tail_keys);
        self.b.reads.extend(tail_reads);
        entry
    }

    /// What is true at the head, and what may be: about what is assigned in the loop and live.
    fn invariants(&mut self, (i, position): (usize, usize), moving: &[ExprId], Head { enter, head, body }: Head) {
        let Pooled { snapshot, guesses: invariants, links } = pool::pool(&mut self.b, &self.live, i, moving);
        self.b.fill(enter, snapshot, &[head]);
        let inside = self.b.block(&format!("in.{i}"), Vec::new(), &[body]);
        // Behind an iteration in front.
        let round = self.b.program.var_expr(self.b.rounds[position]);
        let mut fixed = vec![self.b.primary_at(i), round];
        for n in 0..self.b.scapegoats.len() {
            let here = self.b.scapegoat_at(n, i);
            let alive = self.b.program.var_expr(self.b.scapegoats[n].alive);
            let alone = self.b.scapegoats.len() == 1;
            fixed.push(if alone { here } else { self.b.program.exprs.implies(alive, here) });
        }
        if self.b.scapegoats.len() > 1 {
            fixed.push(self.any_here(i));
        }
        let span = self.b.cuts.body.blocks[self.b.cuts.cuts[i].block].span;
        let fixed =
            fixed.into_iter().map(|e| super::flatten::plain(CmdKind::Assert(e, AssertKind::Invariant), span)).collect();
        self.b.fill(head, fixed, &[inside]);
        self.heads.push(head);
        let (proc, place) = (self.proc, Place::Invariant(head));
        self.guesses.extend(invariants.into_iter().map(|expr| Attached { proc, place, expr }));
        self.links.extend(self.guesses.len()..self.guesses.len() + links.len());
        self.guesses.extend(links.into_iter().map(|expr| Attached { proc, place, expr }));
    }

    /// One iteration in front of a loop: a scapegoat that is not at the primary's place waits, if the places are told.
    fn peel(&mut self, i: usize, k: usize, aligned: Option<&[ExprId]>, then: BlockId, catchup: BlockId) -> BlockId {
        let block = self.b.cuts.cuts[i].block;
        let mut steps = then;
        let mut cmds = Vec::new();
        for n in (0..self.b.scapegoats.len()).rev() {
            let goes = self.b.local(&format!("goes{i}.{k}.{n}"), TypeTable::BOOL);
            let here = self.b.scapegoat_at(n, i);
            let condition = aligned.map_or(here, |aligned| self.b.program.exprs.and(&[here, aligned[n]]));
            cmds.push(self.b.assign(goes, condition));
            let step = self.b.scapegoat_step(n, block, Ends { back: steps, left: steps, bad: steps });
            let goes = self.b.program.var_expr(goes);
            steps = self.b.branch("goes?", goes, step, steps);
        }
        let name = format!("peel{i}.{k}");
        let primary = self.b.primary_step(block, Ends { back: steps, left: catchup, bad: catchup }, Some(&name));
        self.b.block("peel", cmds, &[primary])
    }

    fn any_here(&mut self, cut: usize) -> ExprId {
        let here: Vec<ExprId> = (0..self.b.scapegoats.len()).map(|n| self.b.scapegoat_at(n, cut)).collect();
        self.b.program.exprs.or(&here)
    }

    /// `alive := alive && at == cut`, of each scapegoat.
    fn drop_others(&mut self, cut: usize) -> Vec<crate::ir::Cmd> {
        (0..self.b.scapegoats.len())
            .map(|n| {
                let here = self.b.scapegoat_at(n, cut);
                self.b.assign(self.b.scapegoats[n].alive, here)
            })
            .collect()
    }

    /// `alive := alive && aligned`, of each scapegoat.
    fn drop_unaligned(&mut self, aligned: &[ExprId]) -> Vec<crate::ir::Cmd> {
        let mut cmds = Vec::new();
        for (n, &same) in aligned.iter().enumerate() {
            let alive = self.b.scapegoats[n].alive;
            let now = self.b.program.var_expr(alive);
            let both = self.b.program.exprs.and(&[now, same]);
            cmds.push(self.b.assign(alive, both));
        }
        cmds
    }

    /// The scapegoat is about to look at the cells that the primary is about to look at.
    fn aligned(&mut self, n: usize, moving: &[ExprId]) -> ExprId {
        let renaming = self.b.scapegoats[n].renaming.clone();
        let mut same = Vec::new();
        for &address in moving {
            let own = renaming.expr(&mut self.b.program, address);
            same.push(self.b.program.exprs.eq(address, own));
        }
        self.b.program.exprs.and(&same)
    }
}

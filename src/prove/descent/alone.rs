//! The program by itself, without a scapegoat: what is asserted of memory often follows from where pointers are and from
//! what single cells hold.
//!
//! ```text
//! d[n] := 0;                         wrote := d + n; d[n] := 0;
//! H: while (*p) p := p + 1;     →    E: was := p; goto L;
//!                                    L: invariant at <= p && p <= wrote && M[wrote] == was.M; goto H;   H: while …
//! ```
//!
//! Ghosts remember which cells the program wrote or read last. Loops may be nested.

use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};

use super::Prepared;
use super::dead::{self, live};
use super::facts::{Key, facts};
use super::flatten::{Flat, plain};
use super::guessed::Guessed;
use crate::base::budget::{Budget, Limits};
use crate::base::ids::{BlockId, ExprId, VarId};
use crate::cfg::flow::{predecessors, reached_from};
use crate::cfg::heap::is_bookkeeping;
use crate::cfg::loops::{Loop, loops};
use crate::engine::annotate::counted;
use crate::engine::{Declined, Oracle, Verified};
use crate::infer::houdini::{Attached, Place};
use crate::ir::build::{fresh_local, redirect};
use crate::ir::visit::{is_closed, walk};
use crate::ir::{Block, Body, Cmd, CmdKind, ExprKind, Names, Op, Program, Transfer, TypeTable};
use crate::prove::terms::is_memory;
use crate::verdict::{Certificate, Invariant};

/// What the simple guesses may take of what is left, and then those with quantifiers.
const SHARE: f64 = 0.15;
const LEAST: Duration = Duration::from_secs(5);

/// More cells than that are not remembered.
const MOST_KEYS: usize = 12;

/// The program with guesses at its loop heads, without a scapegoat.
pub struct Alone {
    guessed: Guessed,
    /// How many guesses are without quantifiers: the first ones.
    simple: usize,
}

impl Alone {
    /// `None`: nothing is known of pointers and cells.
    pub fn new(prepared: &Prepared) -> Option<Alone> {
        let mut flat = Flat { program: prepared.flat.program.clone(), proc: prepared.flat.proc };
        dead::simplify(&mut flat, &[]);
        let mut body = flat.take_body();
        let mut program = flat.program;
        let found = loops(&body);
        if found.iter().any(|l| !l.side_entries.is_empty()) {
            return None;
        }
        let keys = remember(&mut program, &mut body, &found);
        let live = live(&program, &body, &[]);
        let left = body.locals.clone();
        let within = prepared.memory.within.iter().copied();
        let within = within.filter(|w| [w.pointer, w.at, w.size].iter().all(|var| left.contains(var)));
        let within: Vec<_> = within.collect();
        if within.is_empty() && keys.is_empty() {
            return None;
        }
        let (mut guesses, mut quantified) = (Vec::new(), Vec::new());
        let mut names = Names::of_blocks(&body);
        for l in &found {
            let usable: Vec<&Key> = keys.iter().filter(|key| is_known(&body, key, l)).collect();
            let found = facts(&mut program, &mut body, l, &live, &within, &usable);
            let head = put_head(&mut body, l, found.snapshot, &mut names);
            let place = Place::Invariant(head);
            let attached = |expr| Attached { proc: flat.proc, place, expr };
            guesses.extend(found.guesses.into_iter().map(attached));
            quantified.extend(found.quantified.into_iter().map(attached));
        }
        program.procs[flat.proc].body = Some(body);
        #[cfg(debug_assertions)]
        crate::ir::verify::assert_valid(&program, "a program with heads");
        let simple = guesses.len();
        guesses.extend(quantified);
        (!guesses.is_empty()).then(|| Alone { guessed: Guessed::new(program, flat.proc, guesses), simple })
    }

    /// The guesses that hold, if the program was verified with them.
    pub fn prove(
        &self,
        oracle: &mut dyn Oracle,
        budget: &Budget,
        notes: &mut Vec<String>,
    ) -> Option<(Vec<Invariant>, Verified)> {
        let count = self.guessed.guesses.len();
        let mut kept = Vec::new();
        for (name, asked) in [("alone", 0..self.simple), ("passed", self.simple..count)] {
            if asked.is_empty() {
                continue;
            }
            let share = budget.time_left().map(|left| left.mul_f64(SHARE).max(LEAST));
            let own = budget.within(Limits { timeout: share, ..Limits::default() });
            let found = self.guessed.hold(&format!("{name}-guesses"), asked.clone(), &kept, oracle, &own);
            let number = found.len();
            kept.extend(found);
            let annotated = self.guessed.annotated(&kept);
            let verified = Verified::of(&annotated, &oracle.verify(name, &annotated, &own));
            let outcome = if verified.is_some() { "proved" } else { "an assertion is left open" };
            notes.push(format!("{name}: {number} of {} guesses hold; {outcome}", asked.len()));
            if let Some(verified) = verified {
                return Some((self.guessed.invariants(&kept), verified));
            }
        }
        None
    }

    pub fn certificate(&self, invariants: Vec<Invariant>) -> Result<Certificate, Declined> {
        Ok(Certificate {
            engine: "descent".into(),
            method: "invariants of cells and pointers".into(),
            found: counted(&invariants),
            lemma: LEMMA.into(),
            obligations: vec![self.guessed.obligation(&invariants, "program".into())?],
            invariants,
            ..Certificate::default()
        })
    }
}

const LEMMA: &str = "The program is the input with calls inlined and blocks of memory placed anywhere in their rooms; it \
verifies with the invariants, and every run of the input is one of it.";

/// Whether a certificate is one without a scapegoat.
pub fn is_told_in(certificate: &Certificate) -> bool {
    certificate.parameters.is_empty()
}

/// A block in front of the loop with these commands, and a head of its own for the invariants.
fn put_head(body: &mut Body, l: &Loop, snapshot: Vec<Cmd>, names: &mut Names) -> BlockId {
    let span = body.blocks[l.header].span;
    let mut block = |body: &mut Body, name: &str, cmds, target| {
        let transfer = Transfer::Goto(vec![target]);
        body.blocks.push(Block { name: names.fresh(name), cmds, transfer, span })
    };
    let before = predecessors(body)[l.header].clone();
    let head = block(body, "head", Vec::new(), l.header);
    let enter = block(body, "enter", snapshot, head);
    for from in before {
        let to = if l.members.contains(&from) { head } else { enter };
        redirect(body, from, &FxHashMap::from_iter([(l.header, to)]));
    }
    if body.entry == l.header {
        body.entry = enter;
    }
    head
}

/// Whether the key is set in front of the loop, and the loop leaves it alone.
fn is_known(body: &Body, key: &Key, l: &Loop) -> bool {
    !l.members.iter().any(|b| key.blocks.contains(b)) && reached_from(body, key.blocks.iter().copied())[l.header]
}

/// Ghosts for the addresses of cells that are written, or read in loops.
fn remember(program: &mut Program, body: &mut Body, found: &[Loop]) -> Vec<Key> {
    let innermost = |block: BlockId| found.iter().position(|l| l.members.contains(&block));
    let written: FxHashSet<VarId> = body.cmds().flat_map(Cmd::assigned).collect();
    let mut keys: Vec<Key> = Vec::new();
    let mut places: Vec<(Option<usize>, VarId, ExprId)> = Vec::new();
    for block in body.blocks.ids() {
        let cmds = std::mem::take(&mut body.blocks[block].cmds);
        let mut new = Vec::with_capacity(cmds.len());
        for cmd in cmds {
            for (map, at) in cells(program, &cmd) {
                // Outside of loops, a cell that nobody writes is known by itself.
                let place = (innermost(block), map, at);
                if !written.contains(&map) && place.0.is_none() {
                    continue;
                }
                let known = places.iter().position(|p| *p == place);
                if known.is_none() && places.len() == MOST_KEYS {
                    continue;
                }
                let n = known.unwrap_or_else(|| {
                    places.push(place);
                    let name = format!("cell.{}.{}", program.vars[map].name, places.len());
                    let var = fresh_local(program, body, &name, TypeTable::INT, cmd.span);
                    keys.push(Key { map, var, at, blocks: FxHashSet::default() });
                    places.len() - 1
                });
                keys[n].blocks.insert(block);
                new.push(plain(CmdKind::Assign(vec![(keys[n].var, at)]), cmd.span));
            }
            new.push(cmd);
        }
        body.blocks[block].cmds = new;
    }
    keys
}

/// The cells of the program's memory that a command mentions: map and address.
fn cells(program: &Program, cmd: &Cmd) -> Vec<(VarId, ExprId)> {
    let roots = match &cmd.kind {
        CmdKind::Assume(e) => vec![*e],
        CmdKind::Assign(pairs) => pairs.iter().map(|p| p.1).collect(),
        _ => return Vec::new(),
    };
    let mut found = Vec::new();
    walk(&program.exprs, roots, |_, kind| {
        if let ExprKind::Op(Op::Select | Op::Store, args) = kind
            && let ExprKind::Var(map) = *program.exprs.kind(args[0])
            && is_memory(program, program.vars[map].ty)
            && !is_bookkeeping(program, map)
            && is_closed(program, args[1])
            && !found.contains(&(map, args[1]))
        {
            found.push((map, args[1]));
        }
    });
    found.sort();
    found
}

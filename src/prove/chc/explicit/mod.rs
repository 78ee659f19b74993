//! Invariants that say which values a few globals have: of a lock that is free or taken, of a device that is registered or not. That is
//! what many properties of large programs hang on.
//!
//! ```text
//! no global is followed ── explore ──▶ a violation may be ── blame: the globals that its conditions hang on ──▶ explore, with them
//!                             └──▶ none: for each procedure, with what it is entered, and what it reaches then
//! ```
//!
//! Values of locals are followed always. What is found is verified as any solution of the clauses is. After D. Beyer, S. Löwe, *Explicit-State
//! Software Model Checking Based on CEGAR and Interpolation*, FASE 2013. DIVERGENCE: what to follow is read off the path, without
//! interpolants.

mod blame;
mod explore;
mod known;

use rustc_hash::{FxHashMap, FxHashSet};

use self::explore::{Context, Explored, Explorer};
use self::known::{Known, Values};
use super::clauses::Place;
use super::proof::{Annotation, old};
use crate::base::budget::Budget;
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::cfg::liveness::liveness;
use crate::cfg::loops::loops;
use crate::cfg::relevance::Relevance;
use crate::forms::NormalForm;
use crate::ir::{Program, TypeTable, VarKind};

/// Globals that are followed, at most: what they may be together multiplies.
const MOST_GLOBALS: usize = 40;

/// Invariants of a program in plain form of which no assertion fails, and the program with their expressions; `None`: values do not tell.
pub fn invariants(
    plain: &NormalForm,
    slice: &Relevance,
    budget: &Budget,
    notes: &mut Vec<String>,
) -> Option<(Program, Vec<Annotation>)> {
    let live = liveness(&plain.program, plain.entry, &[]);
    let mut heads = FxHashSet::default();
    for &(proc, _) in &slice.followed {
        let body = plain.program.procs[proc].body.as_ref()?;
        heads.extend(loops(body).iter().map(|l| (proc, l.header)));
    }
    let mut values = Values::new(&plain.program, slice);
    let why = loop {
        let mut explorer = Explorer::new(&plain.program, (slice, &live, &heads), &mut values);
        match explorer.explore(plain.entry, budget) {
            Explored::All => {
                let (visits, globals) = (explorer.visits.len(), explorer.values.globals.len());
                notes.push(format!("values of {globals} globals: {visits} visits"));
                return Some(annotations((plain, slice), &heads, explorer));
            }
            Explored::Violated(visit) => {
                let more = explorer.blamed(visit);
                if more.is_empty() || values.globals.len() + more.len() > MOST_GLOBALS {
                    break "a violation may be";
                }
                values.globals.extend(more);
            }
            Explored::TooMuch => break "too many",
            Explored::Stopped => break "stopped",
        }
    };
    notes.push(format!("values of {} globals: {why}", values.globals.len()));
    None
}

/// What an exploration without a violation tells of each place.
fn annotations(
    (plain, slice): (&NormalForm, &Relevance),
    heads: &FxHashSet<(ProcId, BlockId)>,
    Explorer { contexts, seen, .. }: Explorer,
) -> (Program, Vec<Annotation>) {
    let mut at: FxHashMap<(usize, BlockId), Vec<Known>> = FxHashMap::default();
    for (context, block, known) in seen {
        at.entry((context, block)).or_default().push(known);
    }
    let mut program = plain.program.clone();
    let mut found = Vec::new();
    // What is never called requires what never holds.
    let mut of_proc: FxHashMap<ProcId, Vec<usize>> =
        slice.followed.iter().map(|(proc, _)| (*proc, Vec::new())).collect();
    for (number, context) in contexts.iter().enumerate() {
        of_proc.entry(context.proc).or_default().push(number);
    }
    let mut procs: Vec<ProcId> = of_proc.keys().copied().collect();
    procs.sort_unstable();
    let mut heads: Vec<(ProcId, BlockId)> = heads.iter().copied().collect();
    heads.sort_unstable();
    for proc in procs {
        let is_entry = proc == plain.entry;
        if !is_entry {
            let entries: Vec<ExprId> =
                of_proc[&proc].iter().map(|&n| all(&mut program, &contexts[n].entry, false)).collect();
            let formula = program.exprs.or(&entries);
            found.push(Annotation { place: Place::Requires(proc), formula });
        }
        for &number in &of_proc[&proc] {
            let Context { entry, exits, .. } = &contexts[number];
            let entered = all(&mut program, entry, true);
            let mut say = |place: Place, ways: Vec<ExprId>, program: &mut Program| {
                let any = program.exprs.or(&ways);
                let formula = program.exprs.implies(entered, any);
                found.push(Annotation { place, formula });
            };
            if !is_entry {
                let ways = exits.iter().map(|(known, _)| all(&mut program, known, false)).collect();
                say(Place::Ensures(proc), ways, &mut program);
            }
            for &(_, block) in heads.iter().filter(|(of, _)| *of == proc) {
                let known = at.get(&(number, block)).map_or(&[][..], |known| known);
                let ways = known.iter().map(|known| all(&mut program, known, false)).collect();
                say(Place::Loop(proc, block), ways, &mut program);
            }
        }
    }
    (program, found)
}

/// `a == 1 && b == 2`; of globals, the values when the procedure was entered.
fn all(program: &mut Program, known: &Known, was: bool) -> ExprId {
    let parts: Vec<ExprId> = known.iter().map(|(var, value)| is(program, var, value, was)).collect();
    program.exprs.and(&parts)
}

fn is(program: &mut Program, var: VarId, value: i128, was: bool) -> ExprId {
    let is_old = was && program.vars[var].kind == VarKind::Global;
    let var = if is_old { old(program, var) } else { program.var_expr(var) };
    match program.exprs.ty(var) {
        TypeTable::BOOL if value == 1 => var,
        TypeTable::BOOL => program.exprs.not(var),
        _ => {
            let value = program.exprs.int(value);
            program.exprs.eq(var, value)
        }
    }
}

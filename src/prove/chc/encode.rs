//! A plain program as Horn clauses.
//!
//! A procedure is cut at its loop heads and behind its calls. For every two places there is one clause, about all ways
//! from the one to the other together; calls are what their relations allow.
//!
//! ```text
//! A: i := 0; goto H;                                   requires(n)                          ==> H(n, 0)
//! H: goto B, E;   B: i := i + 1; goto H;      →        H(n, i) && i < n && i' == i + 1      ==> H(n, i')
//! E: call y := P(i);   E#1: assert y > 0;              H(n, i) && !(i < n)                  ==> P_requires(i)
//!                                                      H(n, i) && … && P_ensures(i, y)      ==> E#1(y)
//!                                                      E#1(y) && !(y > 0)                   ==> false
//! ```
//!
//! What the solver does not know (quantifiers that do not vanish, functions without a body, floating-point numbers)
//! may have any value, so that a solution is a proof and a refutation is none.
//!
//! Of a program with much state, clauses can be about a slice ([`crate::cfg::relevance`]): relations about what matters alone,
//! calls that do not matter with any result, and nothing known of what maps hold. That leaves out premises and nothing else,
//! so a solution is one of the program's clauses, too.

use rustc_hash::{FxHashMap, FxHashSet};

use super::clauses::{Atom, Clause, Param, Place, Relation, System};
use super::region::{Graph, Region, Start, Target, Way};
use super::smtlib::sort;
use super::values::{State, Values, constants_in};
use crate::base::ids::{BlockId, ExprId, ProcId, VarId};
use crate::cfg::call_graph::reachable;
use crate::cfg::liveness::{Liveness, liveness};
use crate::cfg::loops::loops;
use crate::cfg::relevance::Relevance;
use crate::engine::Declined;
use crate::forms::NormalForm;
use crate::ir::{CmdKind, VarKind};

/// The clauses of a program in plain form; where it is said what matters, of that slice.
pub fn encode(plain: &NormalForm, slice: Option<&Relevance>) -> Result<System, Declined> {
    let live = liveness(&plain.program, plain.entry, &[]);
    let mut values = Values::new(plain.program.clone());
    let mut procs = reachable(&plain.program, plain.entry);
    let (mut consts, axioms) = values.constants(&procs);
    if let Some(slice) = slice {
        values.scalars_alone();
        procs.retain(|&proc| proc == plain.entry || slice.follows(proc));
        consts.clear();
    }
    let mut encoder = Encoder {
        plain,
        slice,
        live,
        values,
        consts,
        axioms,
        relations: Vec::new(),
        of_place: FxHashMap::default(),
        clauses: Vec::new(),
    };
    for &proc in &procs {
        encoder.declare(proc)?;
    }
    for &proc in &procs {
        encoder.procedure(proc);
    }
    let Encoder { values, relations, clauses, .. } = encoder;
    Ok(System { program: values.into_program(), relations, clauses })
}

struct Encoder<'a> {
    plain: &'a NormalForm,
    slice: Option<&'a Relevance>,
    live: Liveness,
    values: Values,
    /// Constants that matter, and what is known of them.
    consts: Vec<VarId>,
    axioms: Vec<ExprId>,
    relations: Vec<Relation>,
    of_place: FxHashMap<Place, usize>,
    clauses: Vec<Clause>,
}

impl Encoder<'_> {
    /// The relations of a procedure.
    fn declare(&mut self, proc: ProcId) -> Result<(), Declined> {
        let program = &self.plain.program;
        let Some(body) = &program.procs[proc].body else { return Ok(()) };
        let is_entry = proc == self.plain.entry;
        let name = program.procs[proc].name.to_string();
        let mut at_start: Vec<Param> = self.consts.iter().map(|&v| Param::Now(v)).collect();
        let mut kept = at_start.clone();
        if !is_entry {
            let modified: FxHashSet<VarId> = self.live.modified(proc).iter().copied().collect();
            for &var in self.live.needed_in(proc) {
                if !self.is_param(var) {
                    continue;
                }
                at_start.push(Param::Now(var));
                kept.push(if modified.contains(&var) {
                    Param::Old(var, self.values.old(proc, var))
                } else {
                    Param::Now(var)
                });
            }
            let mut at_end = kept.clone();
            self.extend(&mut at_end, self.live.needed_out(proc).to_vec());
            self.relation(Place::Requires(proc), format!("{name}_requires"), at_start);
            self.relation(Place::Ensures(proc), format!("{name}_ensures"), at_end);
        }
        let heads = loops(body);
        if heads.iter().any(|l| !l.side_entries.is_empty() || l.header == body.entry) {
            return Err(Declined("a loop with several entries".into()));
        }
        let heads: FxHashSet<BlockId> = heads.iter().map(|l| l.header).collect();
        for id in body.blocks.ids() {
            let block = &body.blocks[id];
            if heads.contains(&id) {
                let mut params = kept.clone();
                self.extend(&mut params, self.live.live_in(proc, id).to_vec());
                self.relation(Place::Loop(proc, id), format!("{name}_{}", block.name), params);
            }
            if let Some(CmdKind::Call { .. }) = block.cmds.last().map(|c| &c.kind) {
                let next = block.transfer.targets()[0];
                let mut params = kept.clone();
                self.extend(&mut params, self.live.live_in(proc, next).to_vec());
                let name = format!("{name}_{}_behind", body.blocks[next].name);
                self.relation(Place::Behind(proc, next), name, params);
            }
        }
        Ok(())
    }

    fn extend(&self, params: &mut Vec<Param>, vars: Vec<VarId>) {
        for var in vars {
            let param = Param::Now(var);
            if self.is_param(var) && !params.contains(&param) {
                params.push(param);
            }
        }
    }

    /// Whether relations are about a variable.
    fn is_param(&self, var: VarId) -> bool {
        let ty = self.plain.program.vars[var].ty;
        let is_map = || self.plain.program.types.is_map(ty);
        let matters = self.slice.is_none_or(|slice| slice.vars.contains(&var) && !is_map());
        matters && sort(&self.plain.program, ty).is_some()
    }

    /// Whether relations say what calls of a procedure do.
    fn is_followed(&self, proc: ProcId) -> bool {
        self.slice.is_none_or(|slice| slice.follows(proc))
    }

    fn relation(&mut self, place: Place, name: String, params: Vec<Param>) {
        let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '.' }).collect();
        let name = format!("{plain}!{}", self.relations.len());
        self.of_place.insert(place, self.relations.len());
        self.relations.push(Relation { place, name, params });
    }

    fn procedure(&mut self, proc: ProcId) {
        let Some(body) = &self.plain.program.procs[proc].body else { return };
        let heads: FxHashSet<BlockId> = loops(body).iter().map(|l| l.header).collect();
        let graph = Graph::new(&mut self.values, body, &heads);
        let mut starts = vec![Start::Entry];
        for id in body.blocks.ids() {
            let calls = matches!(body.blocks[id].cmds.last().map(|c| &c.kind), Some(CmdKind::Call { .. }));
            if heads.contains(&id) {
                starts.push(Start::Loop(id));
            }
            if calls {
                starts.push(Start::Behind(body.blocks[id].transfer.targets()[0]));
            }
        }
        for start in starts {
            let from = match start {
                Start::Entry => body.entry,
                Start::Loop(block) | Start::Behind(block) => block,
            };
            for target in graph.targets(from) {
                self.ways(proc, &graph, start, from, target);
            }
        }
    }

    /// The clause about all ways from a place to another.
    fn ways(&mut self, proc: ProcId, graph: &Graph, start: Start, from: BlockId, target: Target) {
        let place = match start {
            Start::Entry if proc == self.plain.entry => None,
            Start::Entry => Some(Place::Requires(proc)),
            Start::Loop(block) => Some(Place::Loop(proc, block)),
            Start::Behind(block) => Some(Place::Behind(proc, block)),
        };
        let mut state = State::default();
        let mut atoms = Vec::new();
        if let Some(place) = place {
            let relation = self.of_place[&place];
            let mut args = Vec::new();
            for param in self.relations[relation].params.clone() {
                let value = self.values.initial(param.var());
                state.insert(param.var(), value);
                args.push(value);
            }
            if start == Start::Entry {
                for &global in self.live.modified(proc).to_vec().iter() {
                    if let Some(&value) = state.get(&global) {
                        state.insert(self.values.old(proc, global), value);
                    }
                }
            }
            atoms.push(Atom { relation, args });
        }
        let region = Region { graph, proc, from, target, live: &self.live };
        let Some(mut way) = region.encode(&mut self.values, state) else { return };
        let mut constraints = if self.slice.is_some() { self.axioms_of(&way) } else { self.axioms.clone() };
        constraints.append(&mut way.constraints);
        match target {
            Target::Error => self.push(atoms, constraints, None),
            Target::Return if proc == self.plain.entry => {}
            Target::Return => {
                let head = self.atom(Place::Ensures(proc), &mut way.state);
                self.push(atoms, constraints, Some(head));
            }
            Target::Loop(block) => {
                let head = self.atom(Place::Loop(proc, block), &mut way.state);
                self.push(atoms, constraints, Some(head));
            }
            Target::Call(block) => self.call(proc, block, atoms, constraints, way.state),
        }
    }

    /// What is known of the constants that a way mentions.
    fn axioms_of(&mut self, way: &Way) -> Vec<ExprId> {
        let program = &*self.values.program();
        let mentioned: FxHashSet<VarId> =
            way.constraints.iter().chain(way.state.values()).flat_map(|&e| constants_in(program, e).0).collect();
        let is_known = |&axiom: &ExprId| constants_in(program, axiom).0.iter().all(|c| mentioned.contains(c));
        self.axioms.iter().copied().filter(is_known).collect()
    }

    fn call(&mut self, proc: ProcId, block: BlockId, mut atoms: Vec<Atom>, constraints: Vec<ExprId>, mut state: State) {
        let program = &self.plain.program;
        let Some(body) = &program.procs[proc].body else { return };
        let Some(CmdKind::Call { callee, ins, outs, .. }) = body.blocks[block].cmds.last().map(|c| &c.kind) else {
            panic!("internal: no call at the end of the block")
        };
        let callee = *callee;
        // The state of the callee at its start.
        let mut inside = State::default();
        for (&formal, &actual) in program.procs[callee].ins.iter().zip(ins) {
            let value = self.values.of(actual, &mut state);
            inside.insert(formal, value);
        }
        for &global in self.live.needed_in(callee).to_vec().iter() {
            if program.vars[global].kind == VarKind::Global {
                let value = self.values.lookup(global, &mut state);
                inside.insert(global, value);
                inside.insert(self.values.old(callee, global), value);
            }
        }
        let is_followed = self.is_followed(callee);
        if is_followed {
            let requires = self.atom(Place::Requires(callee), &mut inside);
            self.push(atoms.clone(), constraints.clone(), Some(requires));
        }
        // And at its end.
        for &global in self.live.modified(callee).to_vec().iter() {
            let value = self.values.initial(global);
            state.insert(global, value);
            inside.insert(global, value);
        }
        for (&formal, &actual) in program.procs[callee].outs.iter().zip(outs) {
            let value = self.values.initial(actual);
            state.insert(actual, value);
            inside.insert(formal, value);
        }
        if is_followed {
            atoms.push(self.atom(Place::Ensures(callee), &mut inside));
        }
        let next = body.blocks[block].transfer.targets()[0];
        let behind = self.atom(Place::Behind(proc, next), &mut state);
        self.push(atoms, constraints, Some(behind));
    }

    fn atom(&mut self, place: Place, state: &mut State) -> Atom {
        let relation = self.of_place[&place];
        let params = self.relations[relation].params.clone();
        let args = params.iter().map(|p| self.values.lookup(p.var(), state)).collect();
        Atom { relation, args }
    }

    /// Adds a clause; what the solver does not know may have any value in it.
    fn push(&mut self, mut atoms: Vec<Atom>, constraints: Vec<ExprId>, mut head: Option<Atom>) {
        for atom in atoms.iter_mut().chain(head.as_mut()) {
            for arg in &mut atom.args {
                *arg = self.values.known(*arg);
            }
        }
        let constraints = constraints.into_iter().map(|c| self.values.known(c)).collect();
        self.clauses.push(Clause { atoms, constraints, head });
    }
}

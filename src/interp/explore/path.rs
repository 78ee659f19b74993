//! The trace of a violation that was found: choices that were put off, put where they belong.
//!
//! Exploration gives a variable its value when something looks at it; a trace gives it at the havoc, the entry or the
//! start. So each such point reserves a place, and the value that is chosen later goes there.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;

use crate::base::ids::{BlockId, FuncId, ProcId, VarId};
use crate::interp::domain::Domain;
use crate::interp::stuck::Point;
use crate::ir::{Program, Type};
use crate::verdict::{Decision, Division, FuncValue, Open, Trace, Value};

/// Something that happened inside one activation.
#[derive(Clone, Debug)]
pub enum Event {
    Goto {
        block: BlockId,
        target: BlockId,
    },
    Havoc(Vec<VarId>),
    /// A variable without a value got this one.
    Fix(VarId, Value),
    /// What the language leaves open got this value.
    Point(Point, Value),
    /// The call that was explored as this instance returned at this exit.
    Call {
        instance: usize,
        exit: usize,
    },
}

/// An execution in one line.
#[derive(Clone, Debug)]
pub enum Flat {
    Event(Event),
    Enter(ProcId),
    Exit,
}

/// Where the value of a variable goes that has none yet.
#[derive(Clone, Copy)]
enum Place {
    State(usize),
    Decision(usize),
}

struct Builder<'p, 'd> {
    program: &'p Program,
    domain: &'d mut Domain<'p>,
    state: Vec<(VarId, Value)>,
    decisions: Vec<Decision>,
    places: FxHashMap<VarId, Place>,
}

impl<'p> Builder<'p, '_> {
    fn default_value(&mut self, var: VarId) -> Option<Value> {
        self.domain.any(self.program.vars[var].ty)
    }

    fn reserve_state(&mut self, var: VarId) {
        if let Some(value) = self.default_value(var) {
            self.places.insert(var, Place::State(self.state.len()));
            self.state.push((var, value));
        }
    }

    fn reserve_decision(&mut self, var: VarId, decision: fn(VarId, Value) -> Decision) {
        if let Some(value) = self.default_value(var) {
            self.places.insert(var, Place::Decision(self.decisions.len()));
            self.decisions.push(decision(var, value));
        }
    }

    fn fix(&mut self, var: VarId, fixed: Value) {
        match self.places.get(&var) {
            Some(Place::State(at)) => self.state[*at].1 = fixed,
            Some(Place::Decision(at)) => match &mut self.decisions[*at] {
                Decision::Initial { value, .. } | Decision::Value { value, .. } => *value = fixed,
                Decision::Goto { .. } | Decision::Turn { .. } => {}
            },
            None => {}
        }
    }

    /// Out-parameters and locals of a procedure with a body.
    fn enter(&mut self, proc: ProcId) {
        let decl = &self.program.procs[proc];
        if let Some(body) = &decl.body {
            for &v in decl.outs.iter().chain(&body.locals) {
                self.reserve_decision(v, |var, value| Decision::Initial { var, value });
            }
        }
    }
}

/// The trace of these events, which begin at the start of the entry.
pub fn trace<'p>(program: &'p Program, domain: &mut Domain<'p>, entry: ProcId, events: Vec<Flat>) -> Trace {
    let mut builder =
        Builder { program, domain, state: Vec::new(), decisions: Vec::new(), places: FxHashMap::default() };
    for &v in program.consts.iter().chain(&program.globals).chain(&program.procs[entry].ins) {
        builder.reserve_state(v);
    }
    builder.enter(entry);
    let mut active = vec![entry];
    let mut saved: Vec<Vec<(VarId, Option<Place>)>> = Vec::new();
    let mut functions: BTreeMap<FuncId, BTreeMap<Vec<Value>, Value>> = BTreeMap::new();
    let mut divisions: BTreeMap<Division, BTreeMap<Vec<Value>, Value>> = BTreeMap::new();
    let mut open = Open::default();
    for event in events {
        match event {
            Flat::Enter(proc) => {
                let decl = &program.procs[proc];
                let locals = decl.body.as_ref().map_or(&[][..], |b| &b.locals);
                let vars = decl.ins.iter().chain(&decl.outs).chain(locals);
                saved.push(vars.map(|&v| (v, builder.places.remove(&v))).collect());
                builder.enter(proc);
                active.push(proc);
            }
            Flat::Exit => {
                active.pop();
                for (v, place) in saved.pop().unwrap_or_default() {
                    match place {
                        Some(place) => builder.places.insert(v, place),
                        None => builder.places.remove(&v),
                    };
                }
            }
            Flat::Event(Event::Goto { block, target }) => {
                let proc = *active.last().unwrap_or(&entry);
                builder.decisions.push(Decision::Goto { proc, block, target });
            }
            Flat::Event(Event::Havoc(vars)) => {
                for v in vars {
                    builder.reserve_decision(v, |var, value| Decision::Value { var, value });
                }
            }
            Flat::Event(Event::Fix(var, value)) => builder.fix(var, value),
            Flat::Event(Event::Point(Point::Function(func, args), value)) => {
                functions.entry(func).or_default().insert(args, value);
            }
            Flat::Event(Event::Point(Point::Division(op, dividend), value)) => {
                divisions.entry(op).or_default().insert(vec![dividend], value);
            }
            // Calls were written out.
            Flat::Event(Event::Call { .. }) => {}
        }
    }
    let functions = functions
        .into_iter()
        .filter_map(|(func, entries)| {
            let default = builder.domain.any(program.funcs[func].result)?;
            Some((func, FuncValue { entries, default }))
        })
        .collect();
    let zero = |op| match op {
        Division::Real => Value::Real(BigInt::ZERO.into()),
        _ => Value::Int(BigInt::ZERO),
    };
    open.divisions =
        divisions.into_iter().map(|(op, entries)| (op, FuncValue { entries, default: zero(op) })).collect();
    for index in 0..program.types.len() {
        let ty = crate::base::ids::TypeId(index as u32);
        if let Type::Con(con, _) = program.types.get(ty)
            && program.type_cons[*con].constructors.is_none()
        {
            open.elements.extend(builder.domain.all(ty).into_iter().flat_map(|all| all.to_vec()));
        }
    }
    let Builder { state, decisions, .. } = builder;
    Trace { entry, state, functions, decisions, open }
}

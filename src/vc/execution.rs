//! From a model to the execution that it describes: the path through instances that call each other, and the trace along
//! it.

use std::rc::Rc;

use super::encoder::Encoder;
use super::template::{Arg, Template, TemplateBlock, TemplateEvent};
use super::values::{Values, Wanted};
use crate::base::ids::{ProcId, VarId};
use crate::smt::{Model, Term};
use crate::verdict::{Decision, Trace};

/// Instances of templates that call each other.
pub trait Instances {
    type Node: Copy;
    /// A call of an instance.
    type Site: Copy;

    /// The instance of the entry.
    fn entry(&self) -> Self::Node;
    fn template(&self, node: Self::Node) -> Rc<Template>;
    /// Where a call of an instance leads.
    fn call(&self, node: Self::Node, call: usize) -> Called<Self::Node, Self::Site>;
    fn term(&mut self, node: Self::Node, arg: Arg) -> Term;
    fn encoder(&self) -> &Encoder<'_>;
    /// In-parameters and globals of the entry, and the terms of their initial values.
    fn initial(&self) -> &[(VarId, Term)];
}

/// What a call is.
pub enum Called<N, S> {
    Instance(N),
    Open(S),
}

/// One thing that happens on a path.
pub enum PathEvent<N, S> {
    /// Control goes from one block to another (positions in `template.blocks`) of this instance.
    Goto(N, usize, usize),
    Havoc(N, usize, usize),
    Enter(N),
    /// The path passes through a call that is not inlined.
    Open(S),
}

/// A path from the entry to its return.
pub struct Path<N, S> {
    pub events: Vec<PathEvent<N, S>>,
    /// The literals of the edges that it takes where there was a choice.
    pub literals: Vec<Term>,
}

impl<N, S: Copy> Path<N, S> {
    /// The calls on it that are not inlined, in order.
    pub fn open_sites(&self) -> Vec<S> {
        self.events.iter().filter_map(|e| if let PathEvent::Open(site) = e { Some(*site) } else { None }).collect()
    }
}

/// Walks the blocks that the model makes true, from the entry on. `None` when a candidate model of an undecided query
/// leads nowhere. Iterative: call trees are deep.
pub fn path<I: Instances>(instances: &mut I, model: &Model) -> Option<Path<I::Node, I::Site>> {
    let entry = instances.entry();
    let mut events = vec![PathEvent::Enter(entry)];
    let mut literals = Vec::new();
    // Instance, block, next event of the block.
    let mut stack = vec![(entry, 0, 0)];
    while let Some((node, block, next)) = stack.pop() {
        let template = instances.template(node);
        let TemplateBlock { events: here, targets, .. } = &template.blocks[block];
        match here.get(next) {
            Some(TemplateEvent::Havoc { .. }) => {
                events.push(PathEvent::Havoc(node, block, next));
                stack.push((node, block, next + 1));
            }
            Some(TemplateEvent::Call(call)) => {
                stack.push((node, block, next + 1));
                match instances.call(node, *call) {
                    Called::Instance(callee) => {
                        events.push(PathEvent::Enter(callee));
                        stack.push((callee, 0, 0));
                    }
                    Called::Open(site) => events.push(PathEvent::Open(site)),
                }
            }
            None if targets.is_empty() => {}
            None => {
                let mut taken = None;
                for &(target, literal) in targets {
                    let term = instances.term(node, literal);
                    if targets.len() == 1 {
                        taken = Some(target);
                    } else if model.is_true(term) {
                        // Where constants have decided there was no choice.
                        if term != instances.encoder().session.bool(true) {
                            literals.push(term);
                        }
                        taken = Some(target);
                        break;
                    }
                }
                let target = taken?;
                events.push(PathEvent::Goto(node, block, target));
                stack.push((node, target, 0));
            }
        }
    }
    Some(Path { events, literals })
}

/// The trace along a path without open calls, in terms of the program that was encoded.
pub fn trace<I: Instances>(instances: &mut I, model: &Model, path: &Path<I::Node, I::Site>, entry: ProcId) -> Trace {
    let mut wanted = Vec::new();
    for event in &path.events {
        match *event {
            PathEvent::Enter(node) => {
                for &(var, arg) in &instances.template(node).uninitialised {
                    wanted.push(Wanted::Initial(var, instances.term(node, arg)));
                }
            }
            PathEvent::Havoc(node, block, index) => {
                let template = instances.template(node);
                if let TemplateEvent::Havoc { var, value } = template.blocks[block].events[index] {
                    wanted.push(Wanted::Value(var, instances.term(node, value)));
                }
            }
            PathEvent::Goto(node, from, to) => {
                let Template { proc, blocks, .. } = &*instances.template(node);
                let (block, target) = (blocks[from].block, blocks[to].block);
                wanted.push(Wanted::Goto(Decision::Goto { proc: *proc, block, target }));
            }
            PathEvent::Open(_) => {}
        }
    }
    Values::new(instances.encoder(), model).trace(entry, instances.initial(), wanted)
}

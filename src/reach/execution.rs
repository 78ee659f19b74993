//! From a model to the execution that it describes: the path through the call tree, and the trace along it.

use super::tree::{NodeId, SiteId, Tree};
use crate::base::ids::ProcId;
use crate::smt::{Model, Term};
use crate::vc::template::{Template, TemplateBlock, TemplateEvent};
use crate::vc::values::{Values, Wanted};
use crate::verdict::{Decision, Trace};

/// One thing that happens on a path.
pub enum PathEvent {
    /// Control goes from one block to another (positions in `template.blocks`) of this instance.
    Goto(NodeId, usize, usize),
    Havoc(NodeId, usize, usize),
    Enter(NodeId),
    /// The path passes through a call that is not inlined.
    Open(SiteId),
}

/// A path from the entry to its return.
pub struct Path {
    pub events: Vec<PathEvent>,
    /// The literals of the edges that it takes where there was a choice.
    pub literals: Vec<Term>,
}

impl Path {
    /// The calls on it that are not inlined, in order.
    pub fn open_sites(&self) -> Vec<SiteId> {
        self.events.iter().filter_map(|e| if let PathEvent::Open(site) = e { Some(*site) } else { None }).collect()
    }
}

/// Walks the blocks that the model makes true, from the entry on. `None` when a candidate model of an undecided query
/// leads nowhere. Iterative: call trees are deep.
pub fn path(tree: &mut Tree, model: &Model) -> Option<Path> {
    let mut events = vec![PathEvent::Enter(NodeId(0))];
    let mut literals = Vec::new();
    // Instance, block, next event of the block.
    let mut stack = vec![(NodeId(0), 0, 0)];
    while let Some((node, block, next)) = stack.pop() {
        let template = tree.nodes[node.0].template.clone();
        let TemplateBlock { events: here, targets, .. } = &template.blocks[block];
        match here.get(next) {
            Some(TemplateEvent::Havoc { .. }) => {
                events.push(PathEvent::Havoc(node, block, next));
                stack.push((node, block, next + 1));
            }
            Some(TemplateEvent::Call(call)) => {
                stack.push((node, block, next + 1));
                let site = tree.nodes[node.0].sites[*call];
                match tree.sites[site.0].inlined {
                    Some(callee) => {
                        events.push(PathEvent::Enter(callee));
                        stack.push((callee, 0, 0));
                    }
                    None => events.push(PathEvent::Open(site)),
                }
            }
            None if targets.is_empty() => {}
            None => {
                let mut taken = None;
                for &(target, literal) in targets {
                    let term = tree.term(node, literal);
                    if targets.len() == 1 {
                        taken = Some(target);
                    } else if model.is_true(term) {
                        // Where constants have decided there was no choice.
                        if term != tree.session.bool(true) {
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

/// The trace along a path without open calls, in terms of the program that the engine was given.
pub fn trace(tree: &mut Tree, model: &Model, path: &Path, entry: ProcId) -> Trace {
    let mut wanted = Vec::new();
    for event in &path.events {
        match *event {
            PathEvent::Enter(node) => {
                let template = tree.nodes[node.0].template.clone();
                for &(var, arg) in &template.uninitialised {
                    let value = tree.term(node, arg);
                    wanted.push(Wanted::Initial(var, value));
                }
            }
            PathEvent::Havoc(node, block, index) => {
                let template = tree.nodes[node.0].template.clone();
                if let TemplateEvent::Havoc { var, value } = template.blocks[block].events[index] {
                    let value = tree.term(node, value);
                    wanted.push(Wanted::Value(var, value));
                }
            }
            PathEvent::Goto(node, from, to) => {
                let Template { proc, blocks, .. } = &*tree.nodes[node.0].template;
                let (block, target) = (blocks[from].block, blocks[to].block);
                wanted.push(Wanted::Goto(Decision::Goto { proc: *proc, block, target }));
            }
            PathEvent::Open(_) => {}
        }
    }
    Values::new(tree.session, model, &tree.translator, tree.program).trace(entry, &tree.initial, wanted)
}

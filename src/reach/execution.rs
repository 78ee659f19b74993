//! From a model to the execution that it describes: the path through the call tree, and the trace along it.

use super::tree::{NodeId, SiteId, Tree};
use crate::base::ids::ProcId;
use crate::smt::Model;
use crate::vc::template::{TemplateBlock, TemplateEvent};
use crate::vc::values::Values;
use crate::verdict::{Decision, Trace};

/// One thing that happens on a path.
pub enum PathEvent {
    /// Control is in this block (position in `template.blocks`) of this instance.
    Block(NodeId, usize),
    Havoc(NodeId, usize, usize),
    Enter(NodeId),
    /// The path passes through a call that is not inlined.
    Open(SiteId),
}

/// Walks the blocks that the model makes true, from the entry on. Iterative: call trees are deep.
pub fn path(tree: &mut Tree, model: &Model) -> Vec<PathEvent> {
    let mut events = vec![PathEvent::Enter(NodeId(0)), PathEvent::Block(NodeId(0), 0)];
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
                        events.push(PathEvent::Block(callee, 0));
                        stack.push((callee, 0, 0));
                    }
                    None => events.push(PathEvent::Open(site)),
                }
            }
            None if targets.is_empty() => {}
            None => {
                let taken = targets.iter().find(|(_, literal)| {
                    let term =
                        tree.nodes[node.0].instance.term(*literal, &mut tree.translator, tree.session, tree.program);
                    targets.len() == 1 || model.is_true(term)
                });
                let (target, _) = taken.expect("internal: the model leaves a block along no edge");
                events.push(PathEvent::Block(node, *target));
                stack.push((node, *target, 0));
            }
        }
    }
    events
}

/// The trace along a path without open calls, in terms of the program that the engine was given.
pub fn trace(tree: &mut Tree, model: &Model, entry: ProcId) -> Trace {
    let events = path(tree, model);
    let mut wanted = Vec::new();
    let term = |tree: &mut Tree, node: NodeId, arg| {
        tree.nodes[node.0].instance.term(arg, &mut tree.translator, tree.session, tree.program)
    };
    enum Item {
        Value(crate::base::ids::VarId, crate::smt::Term),
        Goto(Decision),
    }
    let mut last_block: Vec<(NodeId, usize)> = Vec::new();
    for event in events {
        match event {
            PathEvent::Enter(node) => {
                let template = tree.nodes[node.0].template.clone();
                for &(var, arg) in &template.uninitialised {
                    let value = term(tree, node, arg);
                    wanted.push(Item::Value(var, value));
                }
            }
            PathEvent::Havoc(node, block, index) => {
                let template = tree.nodes[node.0].template.clone();
                if let TemplateEvent::Havoc { var, value } = template.blocks[block].events[index] {
                    let value = term(tree, node, value);
                    wanted.push(Item::Value(var, value));
                }
            }
            PathEvent::Block(node, block) => {
                // The block that control comes from, in the same instance.
                while last_block.last().is_some_and(|&(n, _)| n != node && n > node) {
                    last_block.pop();
                }
                let template = &tree.nodes[node.0].template;
                match last_block.last_mut() {
                    Some((same, from)) if *same == node => {
                        let came_from = &template.blocks[*from];
                        if came_from.targets.len() > 1 {
                            wanted.push(Item::Goto(Decision::Goto {
                                proc: template.proc,
                                block: came_from.block,
                                target: template.blocks[block].block,
                            }));
                        }
                        *from = block;
                    }
                    _ => last_block.push((node, block)),
                }
            }
            PathEvent::Open(_) => {}
        }
    }
    let values = Values::new(tree.session, model, &tree.translator, tree.program);
    let value_of = |var: crate::base::ids::VarId, term| values.of(term, tree.program.vars[var].ty);
    let mut state: Vec<_> = tree.initial.iter().filter_map(|&(var, term)| Some((var, value_of(var, term)?))).collect();
    for &constant in &tree.translator.used_consts {
        if let Some(value) = tree.translator.known_const(constant).and_then(|t| value_of(constant, t)) {
            state.push((constant, value));
        }
    }
    let functions = tree.translator.used_funcs.iter().filter_map(|&f| Some((f, values.function(f)?))).collect();
    let decisions = wanted
        .into_iter()
        .filter_map(|item| match item {
            Item::Goto(decision) => Some(decision),
            Item::Value(var, term) => Some(Decision::Value { var, value: value_of(var, term)? }),
        })
        .collect();
    Trace { entry, state, functions, decisions }
}

//! What a call tree is made of: inlined instances and their calls.

use std::rc::Rc;

use super::bound::Context;
use crate::base::ids::ProcId;
use crate::smt::Term;
use crate::vc::evaluate::Instance;
use crate::vc::template::Template;
use crate::vc::value::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SiteId(pub usize);

/// An inlined instance of a procedure.
pub struct Node {
    pub template: Rc<Template>,
    pub instance: Instance,
    /// Its call sites, in the order of `template.calls`.
    pub sites: Vec<SiteId>,
    /// The sites that it fills; none for the entry.
    pub parents: Vec<SiteId>,
    /// Instances with several callers have the same with each of them.
    pub context: Context,
    /// What its callers share; none for an instance that has one caller for good.
    pub interface: Option<Rc<Interface>>,
}

impl Node {
    /// Whether it has one caller for good.
    pub fn is_alone(&self) -> bool {
        self.interface.is_none()
    }
}

/// The terms by which an instance is called.
pub struct Interface {
    pub control: Term,
    pub args: Vec<Term>,
    pub results: Vec<Term>,
}

impl Interface {
    /// The arguments as values of which nothing is known.
    pub fn known(&self) -> Vec<Value> {
        self.args.iter().map(|&arg| Value::Term(arg)).collect()
    }
}

/// A dynamic call site: a call together with the active calls above it.
pub struct Site {
    pub caller: NodeId,
    /// Index into the caller's `template.calls`.
    pub call: usize,
    pub callee: ProcId,
    /// True in a model: the execution passes through the call.
    pub literal: Term,
    /// What the bound counts: back edges since loop entry, or active calls of the callee.
    pub cost: u32,
    pub inlined: Option<NodeId>,
}

//! The call tree: inlined instances and open call sites, mirrored in the solver. With sharing it is a graph without
//! cycles.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::bound::{Context, Costs};
use super::sharing::Sharing;
use crate::base::ids::{ExprId, ProcId, VarId};
use crate::cfg::liveness::Liveness;
use crate::ir::visit::Rewriter;
use crate::ir::{ExprArena, ExprKind, Program, VarKind};
use crate::smt::{Session, Term};
use crate::vc::functions::Definitions;
use crate::vc::passive::passive_form;
use crate::vc::template::{Arg, Instance, Template};
use crate::vc::translate::Translator;

/// Callees whose condition is at most this large and that call nothing are inlined with their caller: a query
/// about whether to inline them would cost more.
const SMALL: usize = 60;

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
    interface: Option<Rc<Interface>>,
}

impl Node {
    /// Whether it has one caller for good.
    pub fn is_alone(&self) -> bool {
        self.interface.is_none()
    }
}

/// The terms by which an instance is called.
struct Interface {
    control: Term,
    args: Vec<Term>,
    results: Vec<Term>,
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

pub struct Tree<'p> {
    pub program: &'p mut Program,
    pub liveness: &'p Liveness,
    definitions: Definitions,
    pub translator: Translator,
    pub session: &'p Session,
    pub costs: Costs,
    sharing: Sharing,
    templates: FxHashMap<ProcId, Rc<Template>>,
    pub nodes: Vec<Node>,
    pub sites: Vec<Site>,
    /// Sites that are not inlined, in the order of creation.
    pub open: Vec<SiteId>,
    /// The entry's in-parameters and globals: variable and initial term.
    pub initial: Vec<(VarId, Term)>,
}

impl<'p> Tree<'p> {
    pub fn new(
        program: &'p mut Program,
        liveness: &'p Liveness,
        session: &'p Session,
        entry: ProcId,
        costs: Costs,
        sharing: Sharing,
    ) -> Tree<'p> {
        let mut definitions = Definitions::new(program);
        let translator = Translator::new(program, &mut definitions);
        let mut tree = Tree {
            program,
            liveness,
            definitions,
            translator,
            session,
            costs,
            sharing,
            templates: FxHashMap::default(),
            nodes: Vec::new(),
            sites: Vec::new(),
            open: Vec::new(),
            initial: Vec::new(),
        };
        tree.add_entry(entry);
        tree
    }

    /// Forgets what was inlined and asserted.
    pub fn begin_anew(&mut self, entry: ProcId) {
        self.session.begin_anew();
        self.translator = Translator::new(self.program, &mut self.definitions);
        self.sharing.begin_anew();
        (self.nodes, self.sites, self.open) = (Vec::new(), Vec::new(), Vec::new());
        self.add_entry(entry);
    }

    fn add_entry(&mut self, entry: ProcId) {
        // The target: the entry returns with the error flag raised; returns without are cut off already.
        let interface = self.interface(entry, self.session.bool(true));
        let needed = self.liveness.needed_in(entry).iter();
        self.initial = needed.copied().zip(interface.args.iter().copied()).collect();
        self.add_instance(entry, None, Context::default(), &interface);
    }

    /// Fresh terms for the arguments and results of a procedure.
    fn interface(&mut self, proc: ProcId, control: Term) -> Interface {
        let fresh = |tree: &mut Self, vars: &[VarId]| -> Vec<Term> {
            let constant = |&var| {
                let declared = &tree.program.vars[var];
                let sort = tree.translator.sort(tree.session, tree.program, declared.ty);
                tree.session.fresh_constant(&declared.name, sort)
            };
            vars.iter().map(constant).collect()
        };
        let args = fresh(self, self.liveness.needed_in(proc));
        let results = fresh(self, self.liveness.needed_out(proc));
        Interface { control, args, results }
    }

    fn template(&mut self, proc: ProcId) -> Rc<Template> {
        if let Some(known) = self.templates.get(&proc) {
            return known.clone();
        }
        let passive = passive_form(self.program, &mut self.definitions, self.liveness, proc);
        let template = Rc::new(Template::new(self.program, &passive));
        self.templates.insert(proc, template.clone());
        template
    }

    /// Inlines an open call site, or lets it share an instance. Small callees without calls are inlined along.
    pub fn inline(&mut self, site: SiteId) {
        let Site { caller, call, callee, literal, .. } = self.sites[site.0];
        if self.is_small(callee) || !self.sharing.begins(callee) {
            self.inline_alone(site);
            return;
        }
        let (args, results) = self.call_terms(caller, call);
        let context = self.context(site);
        let node = match self.sharing.find(self.program, &self.nodes, &self.sites, site, &context) {
            Some(node) => {
                self.nodes[node.0].parents.push(site);
                self.sites[site.0].inlined = Some(node);
                node
            }
            None => {
                let control = self.session.fresh_constant("active", self.session.bool_sort());
                let interface = Rc::new(self.interface(callee, control));
                let node = self.add_instance(callee, Some(site), context, &interface);
                self.nodes[node.0].interface = Some(interface);
                self.sharing.add(callee, node);
                node
            }
        };
        self.connect(literal, &args, &results, node);
    }

    /// Inlines an open call site; the instance gets no other callers.
    pub fn inline_alone(&mut self, site: SiteId) -> NodeId {
        let Site { caller, call, callee, literal, .. } = self.sites[site.0];
        let (args, results) = self.call_terms(caller, call);
        let context = self.context(site);
        self.add_instance(callee, Some(site), context, &Interface { control: literal, args, results })
    }

    /// `literal ⇒ active ∧ ⋀ argᵢ = paramᵢ ∧ ⋀ resultⱼ = outⱼ`
    fn connect(&self, literal: Term, args: &[Term], results: &[Term], node: NodeId) {
        let interface = self.nodes[node.0].interface.as_ref().expect("internal: only shared instances are connected");
        let inactive = self.session.not(literal);
        self.session.assert(self.session.or(&[inactive, interface.control]));
        let inner = interface.args.iter().chain(&interface.results);
        for (&outer, &inner) in args.iter().chain(results).zip(inner) {
            self.session.assert(self.session.or(&[inactive, self.session.eq(outer, inner)]));
        }
    }

    /// Forgets the inlined among the open sites; call after a batch of [`Tree::inline`].
    pub fn refresh_open(&mut self) {
        let sites = &self.sites;
        self.open.retain(|s| sites[s.0].inlined.is_none());
    }

    /// A term of an instance.
    pub fn term(&mut self, node: NodeId, arg: Arg) -> Term {
        self.nodes[node.0].instance.term(arg, &mut self.translator, self.session, self.program)
    }

    /// The term of a condition on constants.
    pub fn closed(&mut self, condition: ExprId) -> Term {
        let term = self.translator.closed(self.session, self.program, condition);
        self.translator.assert_axioms(self.session, self.program);
        term
    }

    fn call_terms(&mut self, caller: NodeId, call: usize) -> (Vec<Term>, Vec<Term>) {
        let node = &self.nodes[caller.0];
        let call = &node.template.calls[call];
        let term = |arg| node.instance.term(arg, &mut self.translator, self.session, self.program);
        let both: Vec<Term> = call.args.iter().chain(&call.results).copied().map(term).collect();
        let (args, results) = both.split_at(call.args.len());
        (args.to_vec(), results.to_vec())
    }

    fn add_instance(
        &mut self,
        proc: ProcId,
        parent: Option<SiteId>,
        context: Context,
        interface: &Interface,
    ) -> NodeId {
        let template = self.template(proc);
        let Interface { control, args, results } = interface;
        let instance = template.instantiate(&mut self.translator, self.session, self.program, *control, args, results);
        let id = NodeId(self.nodes.len());
        let parents = parent.into_iter().collect();
        let template_calls = template.clone();
        self.nodes.push(Node { template, instance, sites: Vec::new(), parents, context, interface: None });
        if let Some(parent) = parent {
            self.sites[parent.0].inlined = Some(id);
        }
        for (index, call) in template_calls.calls.iter().enumerate() {
            let literal =
                self.nodes[id.0].instance.term(call.literal, &mut self.translator, self.session, self.program);
            let cost = self.cost(id, call.callee);
            let site = SiteId(self.sites.len());
            self.sites.push(Site { caller: id, call: index, callee: call.callee, literal, cost, inlined: None });
            self.nodes[id.0].sites.push(site);
            if self.is_small(call.callee) {
                self.inline(site);
            } else {
                self.open.push(site);
                self.add_summary(site);
            }
        }
        self.translator.assert_axioms(self.session, self.program);
        id
    }

    fn is_small(&mut self, proc: ProcId) -> bool {
        let template = self.template(proc);
        template.calls.is_empty() && template.size() <= SMALL
    }

    fn cost(&self, caller: NodeId, callee: ProcId) -> u32 {
        let Node { template, context, .. } = &self.nodes[caller.0];
        self.costs.cost(template.proc, callee, context)
    }

    /// The context of what fills the site.
    fn context(&self, site: SiteId) -> Context {
        let Site { caller, callee, .. } = self.sites[site.0];
        let Node { template, context, .. } = &self.nodes[caller.0];
        self.costs.enter(template.proc, callee, context)
    }

    /// What holds after an open call: the callee's `ensures`, unless it returns because of a violation and they do not
    /// say what holds then.
    fn add_summary(&mut self, site: SiteId) {
        let clauses: Vec<ExprId> =
            self.program.procs[self.sites[site.0].callee].ensures.iter().map(|c| c.expr).collect();
        if clauses.is_empty() {
            return;
        }
        let Site { caller, call, callee, literal, .. } = self.sites[site.0];
        let (args, results) = self.call_terms(caller, call);
        let needed_in = self.liveness.needed_in(callee);
        let needed_out = self.liveness.needed_out(callee);
        let before = |v: VarId| needed_in.iter().position(|x| *x == v).map(|i| args[i]);
        let after = |v: VarId| needed_out.iter().position(|x| *x == v).map(|i| results[i]);
        let modified = self.liveness.modified(callee);
        // Incarnation variables stand in for the terms while the clause is translated.
        let error = *self.program.globals.last().expect("internal: the error flag is a global");
        for clause in clauses {
            let mut stand_ins: Vec<(VarId, Term)> = Vec::new();
            let mut complete = true;
            let program = &mut *self.program;
            let mut find = |program: &Program, v: VarId, old: bool| -> Option<Term> {
                let term = match program.vars[v].kind {
                    VarKind::Global if !old && modified.contains(&v) => after(v),
                    VarKind::Global | VarKind::In => before(v),
                    VarKind::Out => after(v),
                    _ => return None,
                };
                complete &= term.is_some();
                term
            };
            let mut guards = vec![self.session.not(literal)];
            let mut wanted = Vec::new();
            crate::ir::visit::walk(&program.exprs, [clause], |e, kind| match kind {
                ExprKind::Var(v) => wanted.push((e, *v, false)),
                ExprKind::Old(v) => wanted.push((e, *v, true)),
                _ => {}
            });
            // Summaries that speak of the flag hold of all returns.
            if modified.contains(&error) && wanted.iter().all(|&(_, v, _)| v != error) {
                match after(error) {
                    Some(error) => guards.push(error),
                    None => continue,
                }
            }
            let mut replaced: FxHashMap<ExprId, ExprId> = FxHashMap::default();
            for (e, v, old) in wanted {
                if let Some(term) = find(program, v, old) {
                    let ty = program.vars[v].ty;
                    let mut stand_in = program.vars[v].clone();
                    stand_in.kind = VarKind::Local;
                    let stand_in = program.vars.push(stand_in);
                    stand_ins.push((stand_in, term));
                    replaced.insert(e, program.exprs.var(stand_in, ty));
                }
            }
            if !complete {
                continue;
            }
            let renamed =
                Rewriter::new(|_: &mut ExprArena, e| replaced.get(&e).copied()).rewrite(&mut program.exprs, clause);
            let expanded = self.definitions.expand(program, renamed, &mut |_, _| None);
            for &(var, term) in &stand_ins {
                self.translator.stand_in(var, term);
            }
            let formula = self.translator.closed(self.session, self.program, expanded);
            guards.push(formula);
            self.session.assert(self.session.or(&guards));
        }
    }
}

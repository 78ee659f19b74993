//! The call tree: inlined instances and open call sites, mirrored in the solver. With sharing it is a graph without
//! cycles.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::bound::{Context, Costs};
use super::node::{Interface, Node, NodeId, Site, SiteId};
use super::sharing::Sharing;
use crate::base::budget::{Budget, Lease};
use crate::base::ids::{ExprId, ProcId, VarId};
use crate::base::stats::Stats;
use crate::cfg::liveness::Liveness;
use crate::ir::visit::walk;
use crate::ir::{ExprKind, Program, VarKind};
use crate::smt::{Allowance, Model, Session, Settings, Term};
use crate::vc::clause::Clause;
use crate::vc::encoder::Encoder;
use crate::vc::evaluate::{Evaluation, Instance, Progress, Results, World};
use crate::vc::execution::{self, Called, Instances};
use crate::vc::guard::Guard;
use crate::vc::passive::passive_form;
use crate::vc::template::{Arg, Template};
use crate::vc::vacuity::Elements;
use crate::vc::value::Value;
use crate::vc::vocabulary::Vocabulary;
use crate::verdict::Trace;

/// With that many clauses, too much is open for what every execution does to be run beyond the bound.
const FEW_CLAUSES: usize = 256;

/// As many instances are made of what is simply run: maps that they write become terms.
const MOST_RUN: usize = 2000;

/// Callees whose condition is at most this large and that call nothing are inlined with their caller: a query
/// about whether to inline them would cost more.
const SMALL: usize = 60;

/// How far calls are evaluated where they are met, instead of being left open.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ahead {
    /// What calls may cost.
    pub bound: u32,
    /// Until there are that many clauses, or ten times as many instances: a program without inputs has no clauses.
    pub clauses: usize,
    /// Whether what every execution does may be run further.
    pub beyond: bool,
    /// Whether nothing is behind calls that cost more: none is ever made.
    pub shuts: bool,
}

/// What an instance begins with.
struct Start {
    proc: ProcId,
    /// The site that it fills.
    parent: Option<SiteId>,
    context: Context,
    control: Guard,
    args: Vec<Value>,
    results: Results,
}

/// An instance that is evaluated, and the site of each of its calls so far.
struct Running {
    node: NodeId,
    control: Guard,
    /// How many clauses there were before.
    clauses: usize,
    evaluation: Evaluation,
    sites: Vec<Option<SiteId>>,
}

/// Inlined instances and open calls of a program's executions that end with the error flag raised.
pub struct Tree<'p> {
    world: World<'p>,
    entry: ProcId,
    /// The error flag.
    error: VarId,
    pub liveness: &'p Liveness,
    pub costs: Costs,
    sharing: Sharing,
    ahead: Ahead,
    /// What instances may cost that are made now; then calls stay open.
    allowance: Allowance,
    templates: FxHashMap<ProcId, Rc<Template>>,
    pub nodes: Vec<Node>,
    pub sites: Vec<Site>,
    /// Sites that are not inlined, in the order of creation.
    pub open: Vec<SiteId>,
    /// Sites that are never inlined, and behind which nothing is.
    pub shut: Vec<SiteId>,
    /// The entry's in-parameters and globals: variable and initial term.
    initial: Vec<(VarId, Term)>,
}

/// A path through a call tree.
pub type Path = execution::Path<NodeId, SiteId>;
/// One thing that happens on it.
pub type PathEvent = execution::PathEvent<NodeId, SiteId>;

/// How a call tree grows.
pub struct Growth {
    pub costs: Costs,
    pub sharing: Sharing,
    pub ahead: Ahead,
}

impl<'p> Tree<'p> {
    /// For executions from `entry` on at whose end the flag `error` is raised. Nothing is in it yet.
    pub fn new(
        program: &'p Program,
        (entry, error): (ProcId, VarId),
        liveness: &'p Liveness,
        session: Session,
        growth: Growth,
    ) -> Tree<'p> {
        let Growth { costs, sharing, ahead } = growth;
        Tree {
            world: World::new(Encoder::new(Vocabulary::new(program), session)),
            entry,
            error,
            liveness,
            costs,
            sharing,
            ahead,
            allowance: Allowance::default(),
            templates: FxHashMap::default(),
            nodes: Vec::new(),
            sites: Vec::new(),
            open: Vec::new(),
            shut: Vec::new(),
            initial: Vec::new(),
        }
    }

    /// Forgets what was inlined and asserted; from now on it is about the same procedures of this program.
    pub fn begin_anew(&mut self, program: &'p Program) {
        self.world.begin_anew(Vocabulary::new(program));
        self.templates.clear();
        self.sharing.begin_anew();
        (self.nodes, self.sites, self.open, self.shut) = Default::default();
        self.add_entry();
    }

    /// Grows as far as the lease goes; the calls beyond stay open. Without a lease there is nothing to spend, as the next
    /// query will find.
    pub fn growing(&mut self, lease: Option<Lease>, grow: impl FnOnce(&mut Self)) {
        self.allowance = lease.as_ref().map_or(Allowance::NOTHING, |lease| self.session().allowance(lease));
        grow(self);
        self.allowance = Allowance::default();
        lease.into_iter().for_each(|lease| self.session().spend(lease));
    }

    pub fn program(&self) -> &'p Program {
        self.world.encoder.vocabulary.program
    }

    pub fn session(&self) -> &Session {
        self.world.session()
    }

    /// What the program has that no theory of the solver interprets.
    pub fn unsupported(&self) -> Option<&str> {
        self.world.encoder.unsupported()
    }

    /// The path that a model makes true; `None` when a candidate leads nowhere.
    pub fn path(&mut self, model: &Model) -> Option<Path> {
        execution::path(self, model)
    }

    /// The trace along a path without open calls, in terms of the program.
    pub fn trace(&mut self, model: &Model, path: &Path) -> Trace {
        execution::trace(self, model, path, self.entry)
    }

    /// Begins with the entry.
    pub fn add_entry(&mut self) {
        let entry = self.entry;
        // The target: the entry returns with the error flag raised; returns without are cut off already.
        let control = self.session().bool(true);
        let interface = self.interface(entry, control);
        let needed = self.liveness.needed_in(entry).iter();
        self.initial = needed.copied().zip(interface.args.iter().copied()).collect();
        let (args, results) = (interface.known(), Results::Given(interface.results));
        let (context, control) = (Context::default(), Guard::Always);
        self.add_instance(Start { proc: entry, parent: None, context, control, args, results });
    }

    /// Fresh terms for the arguments and results of a procedure.
    fn interface(&mut self, proc: ProcId, control: Term) -> Interface {
        let encoder = &mut self.world.encoder;
        let args = self.liveness.needed_in(proc).iter().map(|&var| encoder.fresh(var)).collect();
        let results = self.liveness.needed_out(proc).iter().map(|&var| encoder.fresh(var)).collect();
        Interface { control, args, results }
    }

    fn template(&mut self, proc: ProcId) -> Rc<Template> {
        if let Some(known) = self.templates.get(&proc) {
            return known.clone();
        }
        let vocabulary = &mut self.world.encoder.vocabulary;
        let passive = passive_form(vocabulary, self.liveness, proc);
        let mut template = Template::new(vocabulary, &passive);
        template.flag = self.liveness.needed_out(proc).iter().position(|&var| var == self.error);
        let template = Rc::new(template);
        self.templates.insert(proc, template.clone());
        template
    }

    /// Inlines an open call site, or lets it share an instance. Small callees without calls are inlined along.
    pub fn inline(&mut self, site: SiteId) {
        let Site { caller, call, callee, literal, inlined, .. } = self.sites[site.0];
        debug_assert!(inlined.is_none(), "internal: a call is inlined once");
        if self.is_small(callee) || !self.sharing.begins(callee) {
            self.inline_alone(site);
            return;
        }
        let (args, results) = self.call_terms(caller, call);
        let context = self.context(site);
        let node = match self.sharing.find(self.program(), &self.nodes, &self.sites, site, &context) {
            Some(node) => {
                self.nodes[node.0].parents.push(site);
                self.sites[site.0].inlined = Some(node);
                node
            }
            None => {
                let session = self.session();
                let control = session.fresh_constant("active", session.bool_sort());
                let interface = Rc::new(self.interface(callee, control));
                let results = Results::Given(interface.results.clone());
                let control = Guard::If(interface.control);
                let args = interface.known();
                let node =
                    self.add_instance(Start { proc: callee, parent: Some(site), context, control, args, results });
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
        let context = self.context(site);
        let parent = Some(site);
        // No execution reaches a call that evaluation has not reached.
        let Some(args) = self.nodes[caller.0].instance.args(call).map(<[Value]>::to_vec) else {
            let interface = self.interface(callee, literal);
            let (args, results) = (interface.known(), Results::Given(interface.results));
            return self.add_instance(Start { proc: callee, parent, context, control: Guard::Never, args, results });
        };
        let (_, results) = self.call_terms(caller, call);
        let (control, results) = (Guard::If(literal), Results::Given(results));
        self.add_instance(Start { proc: callee, parent, context, control, args, results })
    }

    /// `literal ⇒ active ∧ ⋀ argᵢ = paramᵢ ∧ ⋀ resultⱼ = outⱼ`
    fn connect(&mut self, literal: Term, args: &[Term], results: &[Term], node: NodeId) {
        let interface = self.nodes[node.0].interface.as_ref().expect("internal: only shared instances are connected");
        let encoder = &mut self.world.encoder;
        let unless = Some(encoder.session.not(literal));
        encoder.add(Clause { unless, heads: vec![interface.control] });
        let inner = interface.args.iter().chain(&interface.results);
        for (&outer, &inner) in args.iter().chain(results).zip(inner) {
            let same = encoder.session.eq(outer, inner);
            encoder.add(Clause { unless, heads: vec![same] });
        }
    }

    /// Forgets the inlined among the open sites; call after a batch of [`Tree::inline`].
    pub fn refresh_open(&mut self) {
        let sites = &self.sites;
        self.open.retain(|s| sites[s.0].inlined.is_none());
    }

    /// A term of an instance.
    pub fn term(&mut self, node: NodeId, arg: Arg) -> Term {
        let Node { template, instance, .. } = &mut self.nodes[node.0];
        instance.term(template, arg, &mut self.world)
    }

    /// What tells that control takes an edge (positions of its block, and among the edges of that). `None`: nothing does; its
    /// literal is that of the target, to which others lead, too.
    pub fn edge(&mut self, node: NodeId, (block, edge): (usize, usize)) -> Option<Term> {
        let template = self.nodes[node.0].template.clone();
        let (target, literal) = template.blocks[block].targets[edge];
        let target = &template.blocks[target];
        let taken = self.term(node, literal);
        (target.preds == 1 || taken != self.term(node, Arg::Local(target.literal))).then_some(taken)
    }

    /// Whether the solver does not know yet how many elements types may have, and has too many of one in a trace. Now it
    /// knows.
    pub fn limits_types(&mut self, trace: &Trace, solver: &Settings, budget: &Budget, stats: &mut Stats) -> bool {
        let encoder = &mut self.world.encoder;
        let program = encoder.vocabulary.program;
        if !encoder.may_limit_types() {
            return false;
        }
        let mut elements = Elements::of(program, trace);
        if !elements.are_too_many(program, solver, budget, stats) {
            return false;
        }
        let limits = elements.limits(program, solver, budget, stats);
        if limits.is_empty() {
            encoder.limit_types();
        }
        limits.into_iter().for_each(|(ty, most)| encoder.limit_type(ty, most));
        true
    }

    /// The term of a condition on constants.
    pub fn closed(&mut self, condition: ExprId) -> Term {
        let term = self.world.encoder.closed(condition);
        self.world.encoder.add_axioms();
        term
    }

    /// The arguments and results of an open call.
    fn call_terms(&mut self, caller: NodeId, call: usize) -> (Vec<Term>, Vec<Term>) {
        let node = &self.nodes[caller.0];
        let known = node.instance.args(call).expect("internal: the call is open");
        let args = known.iter().map(|arg| arg.term(self.session())).collect();
        let results = node.template.calls[call].results.clone();
        (args, results.into_iter().map(|result| self.term(caller, result)).collect())
    }

    /// Evaluates a body, and with it the calls that are not to be left open. Call trees are deep: they have a stack of
    /// their own.
    fn add_instance(&mut self, start: Start) -> NodeId {
        let first = NodeId(self.nodes.len());
        let mut stack = vec![self.begin(start)];
        while let Some(top) = stack.last_mut() {
            match top.evaluation.resume(&mut self.world) {
                Progress::Call { call, guard, args } => {
                    let (caller, callee) = (top.node, self.nodes[top.node.0].template.calls[call].callee);
                    let site = SiteId(self.sites.len());
                    top.sites[call] = Some(site);
                    let is_decided = guard == top.control && self.world.clauses == top.clauses;
                    let cost = self.cost(caller, callee);
                    let literal = guard.term(self.session());
                    let decided = self.decided((caller, callee), is_decided);
                    let cost = if decided.is_some() { 0 } else { cost };
                    self.sites.push(Site { caller, call, callee, literal, cost, inlined: None });
                    if decided.is_some() || self.is_run(callee, cost, guard) {
                        let context = decided.unwrap_or_else(|| self.context(site));
                        let (parent, results) = (Some(site), Results::Wanted);
                        stack.push(self.begin(Start { proc: callee, parent, context, control: guard, args, results }));
                    } else if self.ahead.shuts && cost > self.ahead.bound {
                        self.sites[site.0].literal = self.session().bool(false);
                        top.evaluation.shut(&mut self.world);
                        self.shut.push(site);
                    } else {
                        self.sites[site.0].literal = top.evaluation.leave_open(args, &mut self.world);
                        self.open.push(site);
                    }
                }
                Progress::Done(results) => {
                    let Some(Running { node, evaluation, sites, .. }) = stack.pop() else { break };
                    self.end(node, evaluation.into_instance(), sites);
                    if let Some(below) = stack.last_mut() {
                        below.evaluation.returned(results, &mut self.world);
                    }
                }
            }
        }
        self.world.encoder.add_axioms();
        first
    }

    fn begin(&mut self, start: Start) -> Running {
        let Start { proc, parent, context, control, args, results } = start;
        let template = self.template(proc);
        let node = NodeId(self.nodes.len());
        if let Some(parent) = parent {
            self.sites[parent.0].inlined = Some(node);
        }
        let clauses = self.world.clauses;
        let evaluation = Evaluation::new(&template, control, args, results);
        let sites = vec![None; template.calls.len()];
        let (instance, parents) = (Instance::default(), parent.into_iter().collect());
        self.nodes.push(Node { template, instance, sites: Vec::new(), parents, context, interface: None });
        Running { node, control, clauses, evaluation, sites }
    }

    /// Completes an instance that was evaluated.
    fn end(&mut self, node: NodeId, instance: Instance, sites: Vec<Option<SiteId>>) {
        self.nodes[node.0].instance = instance;
        for (call, site) in sites.into_iter().enumerate() {
            let site = site.unwrap_or_else(|| {
                // No execution comes there.
                let (literal, callee) = (self.session().bool(false), self.nodes[node.0].template.calls[call].callee);
                self.sites.push(Site { caller: node, call, callee, literal, cost: 0, inlined: None });
                SiteId(self.sites.len() - 1)
            });
            self.nodes[node.0].sites.push(site);
            if self.nodes[node.0].instance.args(call).is_some() {
                self.add_summary(site);
            }
        }
    }

    /// The context behind the back edge of a loop that is taken whenever the round is made, where nothing of the round is
    /// left to the solver: what constants decide costs no bound. `None`: it is no such call.
    fn decided(&mut self, (caller, callee): (NodeId, ProcId), is_decided: bool) -> Option<Context> {
        let has_room = is_decided && self.nodes.len() < MOST_RUN && self.session().has_left(self.allowance);
        let Node { template, context, .. } = &self.nodes[caller.0];
        has_room.then(|| self.costs.decided(template.proc, callee, context)).flatten()
    }

    /// Whether a call is evaluated where it is met. What every execution does in a program that leaves next to nothing
    /// open is simply run, whatever the bound.
    fn is_run(&mut self, callee: ProcId, cost: u32, guard: Guard) -> bool {
        let has_room = self.world.clauses < self.ahead.clauses && self.nodes.len() < self.ahead.clauses * 10;
        let is_certain = self.ahead.beyond
            && guard == Guard::Always
            && self.world.clauses < FEW_CLAUSES
            && self.nodes.len() < MOST_RUN;
        let is_near = cost <= self.ahead.bound || is_certain;
        self.session().has_left(self.allowance) && (self.is_small(callee) || (is_near && has_room))
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
        let ensures = &self.program().procs[self.sites[site.0].callee].ensures;
        if ensures.is_empty() {
            return;
        }
        let Site { caller, call, callee, literal, .. } = self.sites[site.0];
        let (args, results) = self.call_terms(caller, call);
        let terms = CallTerms { callee, liveness: self.liveness, args: &args, results: &results };
        for clause in ensures {
            let unless = Some(self.session().not(literal));
            let mut heads = Vec::new();
            let mut wanted = Vec::new();
            let vocabulary = &self.world.encoder.vocabulary;
            walk(&vocabulary.exprs, [clause.expr], |e, kind| match kind {
                ExprKind::Var(v) => wanted.push((e, *v, false)),
                ExprKind::Old(v) => wanted.push((e, *v, true)),
                _ => {}
            });
            // Summaries that speak of the flag hold of all returns.
            if self.liveness.modified(callee).contains(&self.error) && wanted.iter().all(|&(_, v, _)| v != self.error) {
                match terms.after(self.error) {
                    Some(error) => heads.push(error),
                    None => continue,
                }
            }
            if let Some(formula) = self.summary(clause.expr, &wanted, &terms) {
                heads.push(formula);
                self.world.encoder.add(Clause { unless, heads });
            }
        }
    }

    /// A clause about a call; `wanted` are the variables in it, and whether they are as before the call. `None`: it
    /// speaks of what nobody needs.
    fn summary(&mut self, clause: ExprId, wanted: &[(ExprId, VarId, bool)], terms: &CallTerms) -> Option<Term> {
        let encoder = &mut self.world.encoder;
        // Incarnations stand in for the terms while the clause is translated.
        let mut replaced: FxHashMap<ExprId, ExprId> = FxHashMap::default();
        for &(e, v, old) in wanted {
            let (name, ty, kind) = {
                let declared = encoder.vocabulary.var(v);
                (declared.name.to_string(), declared.ty, declared.kind)
            };
            let term = match kind {
                VarKind::Global if !old && self.liveness.modified(terms.callee).contains(&v) => terms.after(v)?,
                VarKind::Global | VarKind::In => terms.before(v)?,
                VarKind::Out => terms.after(v)?,
                _ => continue,
            };
            let stand_in = encoder.vocabulary.incarnation(name, ty);
            encoder.stand_in(stand_in, term);
            replaced.insert(e, encoder.vocabulary.var_expr(stand_in));
        }
        let renamed = encoder.vocabulary.replace(clause, &replaced);
        let expanded = encoder.vocabulary.expand(renamed, &mut |_| None);
        Some(encoder.closed(expanded))
    }
}

/// What a call gets and gives.
struct CallTerms<'a> {
    callee: ProcId,
    liveness: &'a Liveness,
    args: &'a [Term],
    results: &'a [Term],
}

impl CallTerms<'_> {
    fn before(&self, var: VarId) -> Option<Term> {
        self.liveness.needed_in(self.callee).iter().position(|v| *v == var).map(|i| self.args[i])
    }

    fn after(&self, var: VarId) -> Option<Term> {
        self.liveness.needed_out(self.callee).iter().position(|v| *v == var).map(|i| self.results[i])
    }
}

impl Instances for Tree<'_> {
    type Node = NodeId;
    type Site = SiteId;

    fn entry(&self) -> NodeId {
        NodeId(0)
    }

    fn template(&self, node: NodeId) -> Rc<Template> {
        self.nodes[node.0].template.clone()
    }

    fn call(&self, node: NodeId, call: usize) -> Called<NodeId, SiteId> {
        let site = self.nodes[node.0].sites[call];
        self.sites[site.0].inlined.map_or(Called::Open(site), Called::Instance)
    }

    fn term(&mut self, node: NodeId, arg: Arg) -> Term {
        Tree::term(self, node, arg)
    }

    fn encoder(&self) -> &Encoder<'_> {
        &self.world.encoder
    }

    fn initial(&self) -> &[(VarId, Term)] {
        &self.initial
    }
}

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
use crate::vc::evaluate::{Evaluation, Guard, Instance, Progress, Results, Shared, World};
use crate::vc::functions::Definitions;
use crate::vc::passive::passive_form;
use crate::vc::template::{Arg, Template};
use crate::vc::translate::Translator;
use crate::vc::value::Value;

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

impl Interface {
    fn known(&self) -> Vec<Value> {
        self.args.iter().map(|&arg| Value::Term(arg)).collect()
    }
}

/// How far calls are evaluated where they are met, instead of being left open.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ahead {
    /// What calls may cost.
    pub bound: u32,
    /// Until there are that many clauses, or ten times as many instances: a program without inputs has no clauses.
    pub clauses: usize,
}

/// An instance that is evaluated, and the site of each of its calls so far.
struct Running {
    node: NodeId,
    evaluation: Evaluation,
    sites: Vec<Option<SiteId>>,
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
    shared: Shared,
    ahead: Ahead,
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
        ahead: Ahead,
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
            shared: Shared::default(),
            ahead,
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
        self.shared = Shared::default();
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
        let (args, results) = (interface.known(), Results::Given(interface.results));
        self.add_instance(entry, None, Context::default(), Guard::Always, args, results);
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
        let mut template = Template::new(self.program, &passive);
        let error = self.program.globals.last();
        template.flag = self.liveness.needed_out(proc).iter().position(|var| Some(var) == error);
        let template = Rc::new(template);
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
                let results = Results::Given(interface.results.clone());
                let control = Guard::If(interface.control);
                let node = self.add_instance(callee, Some(site), context, control, interface.known(), results);
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
        // No execution comes to a call that evaluation has not come to.
        let Some(args) = self.nodes[caller.0].instance.args(call).map(<[Value]>::to_vec) else {
            let Interface { args, results, .. } = self.interface(callee, literal);
            let args = args.into_iter().map(Value::Term).collect();
            return self.add_instance(callee, Some(site), context, Guard::Never, args, Results::Given(results));
        };
        let (_, results) = self.call_terms(caller, call);
        self.add_instance(callee, Some(site), context, Guard::If(literal), args, Results::Given(results))
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
        let Node { template, instance, .. } = &mut self.nodes[node.0];
        let Tree { shared, translator, session, program, .. } = self;
        instance.term(template, arg, &mut World { shared, translator, session, program })
    }

    /// The term of a condition on constants.
    pub fn closed(&mut self, condition: ExprId) -> Term {
        let term = self.translator.closed(self.session, self.program, condition);
        self.translator.assert_axioms(self.session, self.program);
        term
    }

    /// The arguments and results of an open call.
    fn call_terms(&mut self, caller: NodeId, call: usize) -> (Vec<Term>, Vec<Term>) {
        let node = &self.nodes[caller.0];
        let known = node.instance.args(call).expect("internal: the call is open");
        let args = known.iter().map(|arg| arg.term(self.session)).collect();
        let results = node.template.calls[call].results.clone();
        (args, results.into_iter().map(|result| self.term(caller, result)).collect())
    }

    /// Evaluates a body, and with it the calls that are not to be left open. Call trees are deep: they have a stack of
    /// their own.
    fn add_instance(
        &mut self,
        proc: ProcId,
        parent: Option<SiteId>,
        context: Context,
        control: Guard,
        args: Vec<Value>,
        results: Results,
    ) -> NodeId {
        let first = NodeId(self.nodes.len());
        let mut stack = vec![self.begin(proc, parent, context, control, args, results)];
        while let Some(top) = stack.last_mut() {
            let Tree { shared, translator, session, program, .. } = &mut *self;
            let progress = top.evaluation.resume(&mut World { shared, translator, session, program });
            match progress {
                Progress::Call { call, guard, args } => {
                    let (caller, callee) = (top.node, self.nodes[top.node.0].template.calls[call].callee);
                    let site = SiteId(self.sites.len());
                    top.sites[call] = Some(site);
                    let cost = self.cost(caller, callee);
                    let literal = guard.term(self.session);
                    self.sites.push(Site { caller, call, callee, literal, cost, inlined: None });
                    if self.is_run(callee, cost) {
                        let context = self.context(site);
                        let running = self.begin(callee, Some(site), context, guard, args, Results::Wanted);
                        stack.push(running);
                    } else {
                        let Tree { shared, translator, session, program, .. } = &mut *self;
                        let mut world = World { shared, translator, session, program };
                        self.sites[site.0].literal = top.evaluation.leave_open(args, &mut world);
                        self.open.push(site);
                    }
                }
                Progress::Done(results) => {
                    let Some(Running { node, evaluation, sites }) = stack.pop() else { break };
                    self.end(node, evaluation.into_instance(), sites);
                    if let Some(below) = stack.last_mut() {
                        let Tree { shared, translator, session, program, .. } = &mut *self;
                        below.evaluation.returned(results, &mut World { shared, translator, session, program });
                    }
                }
            }
        }
        self.translator.assert_axioms(self.session, self.program);
        first
    }

    fn begin(
        &mut self,
        proc: ProcId,
        parent: Option<SiteId>,
        context: Context,
        control: Guard,
        args: Vec<Value>,
        results: Results,
    ) -> Running {
        let template = self.template(proc);
        let node = NodeId(self.nodes.len());
        if let Some(parent) = parent {
            self.sites[parent.0].inlined = Some(node);
        }
        let evaluation = Evaluation::new(&template, control, args, results);
        let sites = vec![None; template.calls.len()];
        let (instance, parents) = (Instance::default(), parent.into_iter().collect());
        self.nodes.push(Node { template, instance, sites: Vec::new(), parents, context, interface: None });
        Running { node, evaluation, sites }
    }

    /// Completes an instance that was evaluated.
    fn end(&mut self, node: NodeId, instance: Instance, sites: Vec<Option<SiteId>>) {
        self.nodes[node.0].instance = instance;
        for (call, site) in sites.into_iter().enumerate() {
            let site = site.unwrap_or_else(|| {
                // No execution comes there.
                let (literal, callee) = (self.session.bool(false), self.nodes[node.0].template.calls[call].callee);
                self.sites.push(Site { caller: node, call, callee, literal, cost: 0, inlined: None });
                SiteId(self.sites.len() - 1)
            });
            self.nodes[node.0].sites.push(site);
            if self.nodes[node.0].instance.args(call).is_some() {
                self.add_summary(site);
            }
        }
    }

    /// Whether a call is evaluated where it is met.
    fn is_run(&mut self, callee: ProcId, cost: u32) -> bool {
        let has_room = self.shared.clauses < self.ahead.clauses && self.nodes.len() < self.ahead.clauses * 10;
        self.is_small(callee) || (cost <= self.ahead.bound && has_room)
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

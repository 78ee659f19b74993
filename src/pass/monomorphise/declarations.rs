//! Copies of declarations: functions, axioms, variables, procedures.

use super::position::Root;
use super::{Context, Round, Sigma, Types};
use crate::base::ids::{FuncId, ProcId, TypeId};
use crate::ir::{
    AssertKind, Axiom, Block, Body, Clause, Cmd, CmdKind, Function, FunctionKind, Procedure, Transfer, TypeTable,
};

impl Round<'_> {
    /// Everything that is not polymorphic, and what it uses.
    pub(super) fn program(&mut self) {
        let old = self.old;
        for con in self.uses.type_cons.ids() {
            if self.uses.type_cons[con].arity == 0 {
                self.type_con(con, &[]);
            }
        }
        let mut context = Context::default();
        for &v in &old.consts {
            self.span = old.vars[v].span;
            let copy = self.var(v, &mut context);
            self.new.consts.push(copy);
        }
        for &v in &old.globals {
            self.span = old.vars[v].span;
            let copy = self.var(v, &mut context);
            self.new.globals.push(copy);
            self.new.vars[copy].where_clause =
                old.vars[v].where_clause.map(|e| self.root(e, Root::Assumed, &mut context));
        }
        for (id, func) in old.funcs.iter_enumerated() {
            if func.type_params.is_empty() && self.expanded(id).is_none() {
                self.func(id, &[]);
            }
        }
        for (id, procedure) in old.procs.iter_enumerated() {
            if procedure.type_params.is_empty() {
                self.procedure(id, &[]);
            }
            for types in self.uses.procs.get(&id).cloned().unwrap_or_default() {
                self.procedure(id, &types);
            }
        }
        self.fill();
        for axiom in old.axioms.iter() {
            self.span = axiom.span;
            let attrs = self.attributes(&axiom.attrs, &mut Context::default());
            for expr in self.axiom(axiom.expr) {
                self.new.axioms.push(Axiom { expr, attrs: attrs.clone(), span: axiom.span });
            }
        }
        self.fill();
        self.check_records();
    }

    /// Completes what is declared, until nothing more is.
    fn fill(&mut self) {
        while !self.endless {
            if let Some((old, types, new)) = self.open_funcs.pop() {
                self.fill_func(old, &types, new);
            } else if let Some((old, types, new)) = self.open_procs.pop() {
                self.fill_procedure(old, &types, new);
            } else {
                break;
            }
        }
    }

    /// The copy of a function for these types.
    pub(super) fn func(&mut self, func: FuncId, types: &[TypeId]) -> FuncId {
        let key = (func, Types::from(types));
        if let Some(&known) = self.funcs.get(&key) {
            return known;
        }
        let old = self.old;
        let function = &old.funcs[func];
        if !types.is_empty() {
            self.another_copy(&function.name, types, function.span);
        }
        let id = self.new.funcs.push(Function {
            name: self.uses.instance_name(&function.name, types).into(),
            type_params: Vec::new(),
            params: Vec::new(),
            result: TypeTable::BOOL,
            kind: FunctionKind::Uninterpreted,
            attrs: function.attrs.clone(),
            span: function.span,
        });
        self.funcs.insert(key, id);
        self.open_funcs.push((func, types.into(), id));
        id
    }

    fn fill_func(&mut self, func: FuncId, types: &[TypeId], id: FuncId) {
        let old = self.old;
        let function = &old.funcs[func];
        self.span = function.span;
        let mut context = Context { sigma: Sigma::of(&function.type_params, types), ..Context::default() };
        let params = function.params.iter().map(|&v| self.var(v, &mut context)).collect();
        let result = self.ty(function.result, &context);
        let attrs = self.attributes(&function.attrs, &mut context);
        let kind = match &function.kind {
            FunctionKind::Uninterpreted => FunctionKind::Uninterpreted,
            FunctionKind::Builtin(builtin) => FunctionKind::Builtin(builtin.clone()),
            FunctionKind::Defined { body, style } => {
                FunctionKind::Defined { body: self.root(*body, Root::Value, &mut context), style: *style }
            }
            FunctionKind::Constructor { datatype, fields } => FunctionKind::Constructor {
                datatype: self.type_con(*datatype, types),
                fields: fields.iter().map(|&f| self.func(f, types)).collect(),
            },
            FunctionKind::Selector { constructor, field } => {
                FunctionKind::Selector { constructor: self.func(*constructor, types), field: *field }
            }
            FunctionKind::Tester { constructor } => {
                FunctionKind::Tester { constructor: self.func(*constructor, types) }
            }
        };
        let copy = &mut self.new.funcs[id];
        (copy.params, copy.result, copy.attrs, copy.kind) = (params, result, attrs, kind);
    }

    /// The copy of a procedure for these types.
    fn procedure(&mut self, proc: ProcId, types: &[TypeId]) -> ProcId {
        let key = (proc, Types::from(types));
        if let Some(&known) = self.procs.get(&key) {
            return known;
        }
        let old = self.old;
        let procedure = &old.procs[proc];
        if !types.is_empty() {
            self.another_copy(&procedure.name, types, procedure.span);
            if self.uses.procs.entry(proc).or_default().insert(types.into()) {
                self.uses.grown = true;
            }
        }
        let own_name = types.is_empty() || self.uses.orphans.contains(&proc);
        let id = self.new.procs.push(Procedure {
            name: match own_name {
                true => procedure.name.clone(),
                false => self.uses.instance_name(&procedure.name, types).into(),
            },
            type_params: Vec::new(),
            ins: Vec::new(),
            outs: Vec::new(),
            requires: Vec::new(),
            ensures: Vec::new(),
            modifies: Vec::new(),
            body: None,
            attrs: procedure.attrs.clone(),
            implements: None,
            span: procedure.span,
        });
        self.procs.insert(key, id);
        self.open_procs.push((proc, types.into(), id));
        for implementation in self.uses.implementations.get(&proc).cloned().unwrap_or_default() {
            self.procedure(implementation, types);
        }
        id
    }

    fn fill_procedure(&mut self, proc: ProcId, types: &[TypeId], id: ProcId) {
        let old = self.old;
        let procedure = &old.procs[proc];
        self.span = procedure.span;
        let mut context = Context { sigma: Sigma::of(&procedure.type_params, types), ..Context::default() };
        let copy = Procedure {
            name: self.new.procs[id].name.clone(),
            type_params: Vec::new(),
            ins: procedure.ins.iter().map(|&v| self.var(v, &mut context)).collect(),
            outs: procedure.outs.iter().map(|&v| self.var(v, &mut context)).collect(),
            modifies: procedure.modifies.iter().map(|&v| self.var(v, &mut context)).collect(),
            requires: self.clauses(&procedure.requires, true, &mut context),
            ensures: self.clauses(&procedure.ensures, procedure.body.is_some(), &mut context),
            attrs: self.attributes(&procedure.attrs, &mut context),
            body: procedure.body.as_ref().map(|b| self.body(b, &mut context)),
            implements: procedure.implements.map(|target| self.procedure(target, types)),
            span: procedure.span,
        };
        let locals = procedure.body.iter().flat_map(|b| &b.locals);
        for &v in procedure.ins.iter().chain(&procedure.outs).chain(locals) {
            if let Some(e) = old.vars[v].where_clause {
                self.span = old.vars[v].span;
                let clause = self.root(e, Root::Assumed, &mut context);
                let v = self.var(v, &mut context);
                self.new.vars[v].where_clause = Some(clause);
            }
        }
        self.new.procs[id] = copy;
    }

    /// `checked`: unless free, the clauses are asserted somewhere.
    fn clauses(&mut self, clauses: &[Clause], checked: bool, context: &mut Context) -> Vec<Clause> {
        clauses
            .iter()
            .map(|c| {
                self.span = c.span;
                let root = if c.free || !checked { Root::Assumed } else { Root::Clause };
                Clause {
                    free: c.free,
                    expr: self.root(c.expr, root, context),
                    attrs: self.attributes(&c.attrs, context),
                    span: c.span,
                }
            })
            .collect()
    }

    fn body(&mut self, body: &Body, context: &mut Context) -> Body {
        // The locals are known before anything is copied for several types.
        let locals = body.locals.iter().map(|&v| self.var(v, context)).collect();
        let blocks = body.blocks.iter().map(|b| Block {
            name: b.name.clone(),
            cmds: b.cmds.iter().map(|c| self.cmd(c, context)).collect(),
            transfer: match &b.transfer {
                Transfer::ReturnExpr(_) => panic!("internal: a procedure returns an expression"),
                other => other.clone(),
            },
            span: b.span,
        });
        Body { locals, blocks: blocks.collect(), entry: body.entry }
    }

    fn cmd(&mut self, cmd: &Cmd, context: &mut Context) -> Cmd {
        self.span = cmd.span;
        let kind = match &cmd.kind {
            CmdKind::Assign(pairs) => {
                let copies = pairs.iter().map(|&(v, e)| (self.var(v, context), self.root(e, Root::Value, context)));
                CmdKind::Assign(copies.collect())
            }
            CmdKind::Havoc(vars) => CmdKind::Havoc(vars.iter().map(|&v| self.var(v, context)).collect()),
            CmdKind::Assume(e) => CmdKind::Assume(self.root(*e, Root::Assumed, context)),
            CmdKind::Assert(e, kind) => {
                let kind = match *kind {
                    AssertKind::Requires(callee, clause) if self.old.procs[callee].type_params.is_empty() => {
                        AssertKind::Requires(self.procedure(callee, &[]), clause)
                    }
                    AssertKind::Requires(..) => AssertKind::Assert,
                    other => other,
                };
                CmdKind::Assert(self.root(*e, Root::Asserted, context), kind)
            }
            CmdKind::Call { callee, types, ins, outs } => {
                let types = self.all_at(types, context);
                CmdKind::Call {
                    callee: self.procedure(*callee, &types),
                    types: [].into(),
                    ins: ins.iter().map(|&e| self.root(e, Root::Value, context)).collect(),
                    outs: outs.iter().map(|&v| self.var(v, context)).collect(),
                }
            }
        };
        Cmd { kind, attrs: self.attributes(&cmd.attrs, context), span: cmd.span }
    }
}

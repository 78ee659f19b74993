//! Functions: parameters, the body, what runs and ends where it is left.

use std::sync::Arc;

use ivl::source::Span;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{FuncType, INT, Scalar, Type};

use super::call::is_no_return;
use super::jumps::{find_gotos, find_taken_labels};
use super::stmt::decayed;
use super::{Frame, Lower, Slot, Storage};

/// A parameter whose value goes to a slot of its own.
type Given = (Slot, VarId, Span);

impl<'a> Lower<'a> {
    pub(super) fn function_body(&mut self, func: FuncId, unit: usize, node: &'a Node) {
        self.frame = Frame { func: Some(func), unit, ..Frame::default() };
        let span = self.span(node);
        let ty = self.ty(node);
        let Type::Func(fty) = &*ty else {
            self.error("the type of this function is not supported", span);
            return;
        };
        find_taken_labels(node, &mut self.frame.taken_labels);
        find_gotos(node, &mut self.frame.gotos);
        self.enter_scope();
        let Some(body) = node.inner.iter().find(|n| n.kind == Kind::CompoundStmt) else { return };
        let (params, entry) = self.parameters(fty, node, span);
        let close = Span { start: span.end.saturating_sub(1), ..span };
        let ((), stmts) = self.aside(|this| {
            this.take_parameters(node, entry);
            let mark = this.out.len();
            this.cover_function(span);
            this.stmt(body);
            let hoisted = std::mem::take(&mut this.frame.hoisted);
            this.out.splice(mark..mark, hoisted);
            this.fall_off(func, close);
            if is_no_return(node) && this.models.unit != Some(unit) {
                this.check_returns();
            }
            this.end_allocas();
            this.insert_cleanups();
        });
        self.leave_scope();
        let frame = std::mem::take(&mut self.frame);
        let f = &mut self.program.funcs[func.index()];
        f.unprototyped = matches!(&*ty, Type::Func(ty) if ty.unprototyped);
        f.params = params;
        f.ret = frame.ret;
        f.locals = frame.locals;
        f.objs = frame.objs;
        f.body = Some(stmts);
        f.close = close;
    }

    /// The registers of the parameters, and those whose values go to slots of their own: slot, register, place.
    fn parameters(&mut self, fty: &FuncType, node: &'a Node, span: Span) -> (Vec<VarId>, Vec<Given>) {
        let mut params = vec![];
        let mut entry: Vec<Given> = vec![];
        let ret = match self.types.scalar(&fty.ret) {
            Some(scalar) => {
                let ret = self.register("$result", scalar, span);
                self.frame.locals.pop();
                Some(ret)
            }
            None => {
                if self.types.size(&fty.ret).is_some() {
                    let addr = self.register("$result", Scalar::Ptr, span);
                    self.frame.locals.pop();
                    params.push(addr);
                    self.frame.ret_addr = Some(addr);
                }
                None
            }
        };
        self.frame.ret = ret;
        self.frame.ret_ty = Some(fty.ret.clone());
        for param in node.inner.iter().filter(|n| n.kind == Kind::ParmVarDecl) {
            let pspan = self.span(param);
            let pty = self.ty(param);
            let pty = decayed(&pty);
            let name = if param.name().is_empty() { "$unnamed" } else { param.name() };
            let addressed = self.frame_addressed(param);
            match self.types.scalar(&pty) {
                Some(scalar) => {
                    let var = self.register(name, scalar, pspan);
                    self.frame.locals.pop();
                    params.push(var);
                    let slot = if addressed {
                        let slot = self.make_slot(name, &pty, true, true, false, false, pspan);
                        entry.push((slot.clone(), var, pspan));
                        slot
                    } else {
                        Slot { storage: Storage::Reg(var), ty: pty.clone(), vla_size: None }
                    };
                    self.frame.visible.push((param.name().into(), param.id));
                    self.frame.slots.insert(param.id, slot);
                }
                None => {
                    // A record comes as the address of the caller's copy, a transparent union as its first member.
                    let scalar = self.types.first_member(&pty).unwrap_or(Scalar::Ptr);
                    let var = self.register(&format!("{name}.from"), scalar, pspan);
                    self.frame.locals.pop();
                    params.push(var);
                    let slot = self.make_slot(name, &pty, addressed, true, false, false, pspan);
                    entry.push((slot.clone(), var, pspan));
                    self.frame.slots.insert(param.id, slot);
                }
            }
        }
        if fty.variadic {
            let arguments = self.register("$arguments", Scalar::Ptr, span);
            self.frame.locals.pop();
            params.push(arguments);
            self.frame.arguments = Some(arguments);
        }
        (params, entry)
    }

    /// At the entry, parameters go where the body looks for them.
    fn take_parameters(&mut self, node: &'a Node, entry: Vec<Given>) {
        for (slot, var, pspan) in entry {
            if let Storage::Mem(obj) = slot.storage {
                self.emit(StmtKind::Alloc(obj, None), pspan);
            }
            let is_scalar = self.types.scalar(&slot.ty).or_else(|| self.types.first_member(&slot.ty)).is_some();
            if self.is_proved() && !is_scalar {
                self.make_record(var, &slot.ty, pspan);
            }
            let source = Expr::new(ExprKind::Var(var), self.program.vars[var.index()].ty, pspan);
            if is_scalar {
                let place = self.place_of(&slot, pspan);
                self.store(place, source, pspan);
            } else {
                self.copy_into_slot(&slot, source, pspan);
            }
        }
        for param in node.inner.iter().filter(|n| n.kind == Kind::ParmVarDecl) {
            let (ty, pspan) = (self.ty(param), self.span(param));
            self.lengths_of(param, &decayed(&ty), pspan);
        }
    }

    /// `__attribute__((cleanup(f)))`: clang's tree has the text alone.
    pub(super) fn register_cleanup(&mut self, attr: &Node, obj: ObjId) {
        let span = self.span(attr);
        let text = self.sources.text(span).unwrap_or("").to_string();
        let inside = text.split_once('(').map_or("", |(_, rest)| rest).trim_end_matches(')').trim();
        let unit = self.frame.unit;
        let keys = [(Some(unit), Arc::from(inside)), (None, Arc::from(inside))];
        let Some(key) = keys.into_iter().find(|key| self.decls.func_decls.contains_key(key)) else {
            return self.error("this cleanup is not understood: the name of its function must stand here", span);
        };
        let func = self.function(&key);
        if !self.decls.func_nodes.contains_key(&key) {
            self.undefined(&key.1, span);
        }
        let declared = self.decls.func_decls.get(&key).copied();
        let ty = declared.and_then(|(unit, decl)| self.try_type(unit, decl));
        let ret = match ty.as_deref() {
            Some(Type::Func(ty)) => self.types.scalar(&ty.ret),
            _ => None,
        };
        self.frame.cleanups.insert(obj, (func, ret));
    }

    /// A function that is declared not to return promises the compiler so (C17 6.7.4, 8).
    fn check_returns(&mut self) {
        if !self.config.assertions || self.config.environment.is_some() {
            return;
        }
        let message = "control leaves a function that is declared not to return";
        for stmt in std::mem::take(&mut self.out) {
            if matches!(stmt.kind, StmtKind::Return) {
                let never = Expr::int(0, INT, stmt.span);
                self.emit(StmtKind::Assert(never, Failure::Assertion(message.into())), stmt.span);
            }
            self.out.push(stmt);
        }
    }

    /// What `alloca` gave dies where the function returns.
    fn end_allocas(&mut self) {
        let allocas = std::mem::take(&mut self.frame.allocas);
        for i in 1..self.out.len() {
            if matches!(self.out[i].kind, StmtKind::Return)
                && let StmtKind::Leave(gone, None) = &mut self.out[i - 1].kind
            {
                gone.extend(&allocas);
            }
        }
    }

    /// Functions that clean up run before the blocks of their variables die, the last declared first.
    fn insert_cleanups(&mut self) {
        if self.frame.cleanups.is_empty() {
            return;
        }
        for stmt in std::mem::take(&mut self.out) {
            if let StmtKind::Leave(gone, target) = &stmt.kind {
                let stay = target.map_or(&[][..], |label| &self.program.labels[label.index()].scope).to_vec();
                for obj in gone.clone().into_iter().rev().filter(|obj| !stay.contains(obj)) {
                    let Some((func, ret_ty)) = self.frame.cleanups.get(&obj).copied() else { continue };
                    let ret = ret_ty.map(|ty| self.temp(ty, stmt.span));
                    self.defined.unused.extend(ret.map(|ret| (ret, func)));
                    let args = vec![Expr::new(ExprKind::Obj(obj), Scalar::Ptr, stmt.span)];
                    let call = StmtKind::Call { ret, callee: Callee::Direct(func), args, ret_ty };
                    self.emit(call, stmt.span);
                }
            }
            self.out.push(stmt);
        }
    }
}

//! Squeezing functions: `__attribute__((annotate("rmt", "squeeze", "n", 2)))`, or `rmt_squeeze(n, 2)` of `rmt.h`.
//!
//! Such a function chooses the element that goes where `n` is more than 2. Its parameters stand for the variables of the
//! entry function that have their names.

use ivl::source::Span;

use super::{Lower, literals};
use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::Scalar;

/// A function that is marked.
pub(super) struct Marked {
    func: FuncId,
    rank: String,
    base: u32,
    span: Span,
}

impl Lower<'_> {
    /// The squeezing functions, which are translated though nothing calls them.
    pub(super) fn marked_squeezing(&mut self) -> Vec<Marked> {
        let mut found = vec![];
        for (key, (unit, node)) in &self.decls.func_nodes {
            if let Some(attr) = node.inner.iter().find(|n| n.kind == Kind::AnnotateAttr && is_squeeze(n)) {
                let place = node.range.as_ref().map_or(0, |range| range.start);
                found.push((*unit, place, key.clone(), attr));
            }
        }
        found.sort_by_key(|(unit, place, ..)| (*unit, *place));
        let mut marked = vec![];
        for (.., key, attr) in found {
            let span = self.span(attr);
            match rank(attr) {
                Some((rank, base)) => marked.push(Marked { func: self.function(&key), rank, base, span }),
                None => self.error("a squeezing function needs a variable and a number: \"n\", 2", span),
            }
        }
        marked
    }

    /// Binds what is marked to the variables of the entry function.
    pub(super) fn bind_squeezing(&mut self, marked: Vec<Marked>, entry: FuncId) {
        for Marked { func, rank, base, span } in marked {
            let of = self.program.funcs[entry.index()].name.clone();
            let is_number = |var: VarId| matches!(self.program.vars[var.index()].ty, Scalar::Int(_));
            if !self.program.funcs[func.index()].ret.is_some_and(is_number) {
                self.error("a squeezing function returns the number of the element that goes", span);
                continue;
            }
            let Some(rank) = self.variable_of(entry, &rank).filter(|&var| is_number(var)) else {
                self.error(format!("`{of}` has no integer variable `{rank}`"), span);
                continue;
            };
            let mut meant = vec![];
            for param in self.program.funcs[func.index()].params.clone() {
                let Var { name, ty, span, .. } = self.program.vars[param.index()].clone();
                match self.meant(entry, &name, ty) {
                    Some(kind) => meant.push(Expr::new(kind, ty, span)),
                    None => self.error(format!("`{of}` has no variable `{name}` of this type"), span),
                }
            }
            if meant.len() == self.program.funcs[func.index()].params.len() {
                self.never_called(entry, func, &meant);
                self.program.funcs[func.index()].squeezing = Some(Squeezing { of: entry, meant, rank, base });
            }
        }
    }

    /// A call that control never reaches: what points where is known of the parameters by it.
    fn never_called(&mut self, entry: FuncId, func: FuncId, args: &[Expr]) {
        let ret = self.program.funcs[func.index()].ret.map(|var| self.program.vars[var.index()].clone());
        let span = self.program.funcs[func.index()].span;
        let Func { locals, body, .. } = &mut self.program.funcs[entry.index()];
        let Some(body) = body else { return };
        let ret_ty = ret.as_ref().map(|ret| ret.ty);
        let ret = ret.map(|ret| {
            let var = VarId(self.program.vars.len() as u32);
            self.program.vars.push(Var { name: "$gone".into(), ..ret });
            locals.push(var);
            var
        });
        let call = StmtKind::Call { ret, callee: Callee::Direct(func), args: args.to_vec(), ret_ty };
        body.extend([StmtKind::Return, call].map(|kind| Stmt { kind, span }));
    }

    fn variable_of(&self, func: FuncId, name: &str) -> Option<VarId> {
        let Func { params, locals, .. } = &self.program.funcs[func.index()];
        params.iter().chain(locals).copied().find(|var| &*self.program.vars[var.index()].name == name)
    }

    /// What a parameter of that name and type stands for.
    fn meant(&self, func: FuncId, name: &str, ty: Scalar) -> Option<ExprKind> {
        if let Some(var) = self.variable_of(func, name) {
            let own = self.program.vars[var.index()].ty;
            let is_number = |ty| matches!(ty, Scalar::Int(_));
            let alike = own == ty || (is_number(own) && is_number(ty));
            let size = |ty| self.types.scalar_size(ty);
            return (alike && size(own) == size(ty)).then_some(ExprKind::Var(var));
        }
        let objs = &self.program.funcs[func.index()].objs;
        let obj = objs.iter().copied().find(|obj| &*self.program.objs[obj.index()].name == name)?;
        (ty == Scalar::Ptr).then_some(ExprKind::Obj(obj))
    }
}

fn is_squeeze(attr: &Node) -> bool {
    attr.inner.first().and_then(argument).is_some_and(|mark| mark == "squeeze")
}

/// An argument of an annotation that is a string.
fn argument(node: &Node) -> Option<String> {
    literals::string_argument(node.inner.first()?)
}

/// The rank, and the largest that need not be squeezed.
fn rank(attr: &Node) -> Option<(String, u32)> {
    let [_, rank, base] = &attr.inner[..] else { return None };
    Some((argument(rank)?, base.inner.first()?.value_text()?.parse().ok()?))
}

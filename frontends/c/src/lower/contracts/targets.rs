//! What is assigned.

use ivl::source::Span;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{IntType, Scalar, Type};

use super::super::Lower;
use super::super::lvalue::Place;
use super::INT;

/// What may be written; the variables hold what the clause said when it was evaluated.
#[derive(Clone, Debug)]
pub(in crate::lower) enum Allowed {
    Register { condition: VarId, var: VarId },
    Memory { condition: VarId, base: VarId, length: VarId },
    Block { condition: VarId, pointer: VarId },
}

/// Something that may be assigned, under a condition.
#[derive(Clone, Debug)]
pub(in crate::lower) struct Target {
    pub condition: Expr,
    pub what: What,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub(in crate::lower) enum What {
    /// A variable that is not in memory.
    Register(VarId),
    Memory {
        addr: Expr,
        size: Expr,
        /// What stands there, if it is a single value.
        value: Option<(Scalar, Option<BitField>)>,
    },
    /// The whole object that a pointer is to.
    Block(Expr),
}

impl<'a> Lower<'a> {
    /// `__rmt_target(condition, place)` and its kin; evaluated now.
    pub(super) fn target(&mut self, name: &str, args: &'a [Node], span: Span) -> Option<Vec<Target>> {
        let (condition, args) = args.split_first()?;
        let condition = self.value(condition);
        let condition = self.truth(condition, span);
        let condition = self.snapshot(condition);
        if condition.constant().is_some() {
            return self.target_if(condition, name, args);
        }
        // Where it does not hold, there may be no such place.
        let end = self.label(None);
        let never = Self::int(ExprKind::Not(condition.clone()), span);
        self.emit(StmtKind::Branch(never, end, None), span);
        let targets = self.target_if(condition, name, args);
        self.emit(StmtKind::Label(end), span);
        targets
    }

    fn target_if(&mut self, condition: Expr, name: &str, args: &'a [Node]) -> Option<Vec<Target>> {
        let first = args.first()?;
        let span = self.span(first);
        let what = match (name, args) {
            ("__rmt_target", [place]) => return self.assigned_place(place, &condition),
            ("__rmt_target_upto", [pointer, size]) => {
                let addr = self.value(pointer);
                let addr = self.snapshot(addr);
                let size = self.value(size);
                let size = self.convert(size, self.size_t(), span);
                What::Memory { addr, size: self.snapshot(size), value: None }
            }
            ("__rmt_target_whole", [pointer]) => {
                let pointer = self.value(pointer);
                self.whole(pointer, span)
            }
            ("__rmt_target_from", [pointer]) => {
                let addr = self.value(pointer);
                let addr = self.convert(addr, Scalar::Ptr, span);
                let addr = self.snapshot(addr);
                let size = self.block_fact(BlockFact::Size, addr.clone(), span);
                let offset = self.block_fact(BlockFact::Offset, addr.clone(), span);
                let rest = Expr::new(ExprKind::Binary(BinOp::Sub, size, offset), self.size_t(), span);
                What::Memory { addr, size: self.snapshot(rest), value: None }
            }
            _ => {
                self.error("this target of an assigns clause is not understood", span);
                return None;
            }
        };
        Some(vec![Target { condition, what, span }])
    }

    pub(super) fn whole(&mut self, pointer: Expr, span: Span) -> What {
        let pointer = self.convert(pointer, Scalar::Ptr, span);
        What::Block(self.snapshot(pointer))
    }

    fn block_fact(&mut self, fact: BlockFact, ptr: Expr, span: Span) -> Expr {
        let ret = self.temp(self.size_t(), span);
        self.emit(StmtKind::Library(Library::Block { ret, ptr, fact }), span);
        Expr::new(ExprKind::Var(ret), self.size_t(), span)
    }

    fn assigned_place(&mut self, node: &'a Node, condition: &Expr) -> Option<Vec<Target>> {
        let span = self.span(node);
        let mut place_node = node;
        while let (Kind::ParenExpr | Kind::ImplicitCastExpr, Some(inner)) = (place_node.kind, place_node.inner.last()) {
            place_node = inner;
        }
        if !matches!(
            place_node.kind,
            Kind::DeclRefExpr | Kind::MemberExpr | Kind::ArraySubscriptExpr | Kind::UnaryOperator
        ) {
            self.error("what is assigned must be a place", span);
            return None;
        }
        let ty = self.ty(place_node);
        let place = self.place(place_node)?;
        let made = |what| Target { condition: condition.clone(), what, span };
        Some(match place {
            Place::Reg { var, .. } => vec![made(What::Register(var))],
            Place::Split { leaves, base } => {
                let end = base + self.types.size(&ty)? * 8;
                let inside = leaves.iter().filter(|(at, _)| (base..end).contains(at));
                inside.map(|(_, var)| made(What::Register(*var))).collect()
            }
            Place::Mem { addr, bits, .. } => {
                let addr = self.snapshot(addr);
                let Some(size) = self.types.size(&ty).filter(|_| *ty != Type::Void) else {
                    self.error("the size of what is assigned is not known", span);
                    return None;
                };
                let size = Expr::int(size, self.size_t(), span);
                let value = self.types.scalar(&ty).map(|scalar| (scalar, bits));
                vec![made(What::Memory { addr, size, value })]
            }
        })
    }

    /// The targets get any values.
    pub(super) fn havoc_targets(&mut self, targets: &[Target]) {
        for Target { condition, what, span } in targets {
            let end = self.label(None);
            let always = condition.constant().is_some_and(|n| *n != 0.into());
            if !always {
                let never = Self::int(ExprKind::Not(condition.clone()), *span);
                self.emit(StmtKind::Branch(never, end, None), *span);
            }
            match what {
                What::Register(var) => self.emit(StmtKind::Havoc(*var), *span),
                What::Memory { addr, value: Some((scalar, bits)), .. } => {
                    let any = self.temp(*scalar, *span);
                    self.emit(StmtKind::Havoc(any), *span);
                    let any = Expr::new(ExprKind::Var(any), *scalar, *span);
                    let site = self.site(*scalar, *bits, None);
                    self.emit(StmtKind::Store { addr: addr.clone(), value: any, site }, *span);
                }
                What::Block(dst) => {
                    let site = self.site(Scalar::Int(IntType::new(8, false)), None, None);
                    self.emit(
                        StmtKind::Library(Library::Any { dst: dst.clone(), size: None, site, what: Input::Any }),
                        *span,
                    );
                }
                What::Memory { addr, size, value: None } => {
                    let site = self.site(Scalar::Int(IntType::new(8, false)), None, None);
                    let size = Bytes { unit: size.unit(), count: size.clone() };
                    let any = Library::Any { dst: addr.clone(), size: Some(size), site, what: Input::Any };
                    self.emit(StmtKind::Library(any), *span);
                }
            }
            if !always {
                self.emit(StmtKind::Label(end), *span);
            }
        }
    }

    /// Targets as variables that all functions see.
    pub(super) fn ghosts(&mut self, targets: &[Target]) -> Vec<Allowed> {
        let mut allowed = vec![];
        for Target { condition, what, span } in targets {
            let condition = self.ghost("$frame.when", INT, condition.clone(), *span);
            allowed.push(match what {
                What::Register(var) => Allowed::Register { condition, var: *var },
                What::Memory { addr, size, .. } => {
                    let base = self.ghost("$frame.at", Scalar::Ptr, addr.clone(), *span);
                    let length = self.ghost("$frame.size", self.size_t(), size.clone(), *span);
                    Allowed::Memory { condition, base, length }
                }
                What::Block(pointer) => {
                    let pointer = self.ghost("$frame.at", Scalar::Ptr, pointer.clone(), *span);
                    Allowed::Block { condition, pointer }
                }
            });
        }
        allowed
    }

    /// A new variable of the program with a value.
    pub(super) fn ghost(&mut self, name: &str, ty: Scalar, value: Expr, span: Span) -> VarId {
        let var = VarId(self.program.vars.len() as u32);
        let name = format!("{name}.{}", var.0);
        self.program.vars.push(Var { name: name.into(), ty, width: None, global: true, span: Span::NONE });
        self.program.globals.push(var);
        self.emit(StmtKind::Set(var, value), span);
        var
    }
}

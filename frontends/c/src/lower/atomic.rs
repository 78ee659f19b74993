//! Atomic operations (`__sync_*`, `__atomic_*`, `<stdatomic.h>`): reads and writes that are one step for other threads.

use ivl::source::Span;

use crate::cir::*;
use crate::clang::Node;
use crate::types::{IntType, Scalar, Type, TypeRef};

use super::Lower;
use super::lvalue::Place;

const INT: Scalar = Scalar::Int(IntType::INT);

/// What an operation does, apart from reading the old value.
#[derive(Clone, Copy)]
enum Atomic {
    Load,
    Store,
    Clear,
    Exchange,
    /// Gives the old value, or the new one.
    Change {
        how: Change,
        gives_new: bool,
    },
    /// `__sync`: expected and new value; gives whether they were the same, or the old value.
    Swap {
        gives_truth: bool,
    },
    /// Where the expected value is, and the new one.
    CompareExchange,
}

#[derive(Clone, Copy)]
enum Change {
    By(BinOp),
    Nand,
}

fn change(name: &str) -> Option<Change> {
    Some(match name {
        "add" => Change::By(BinOp::Add),
        "sub" => Change::By(BinOp::Sub),
        "or" => Change::By(BinOp::Or),
        "and" => Change::By(BinOp::And),
        "xor" => Change::By(BinOp::Xor),
        "nand" => Change::Nand,
        _ => return None,
    })
}

impl Atomic {
    /// By the name of a `__sync_*` function.
    fn of_sync(name: &str) -> Option<Atomic> {
        let changes = |name, gives_new| change(name).map(|how| Atomic::Change { how, gives_new });
        match name {
            "lock_test_and_set" => Some(Atomic::Exchange),
            "lock_release" => Some(Atomic::Clear),
            "bool_compare_and_swap" => Some(Atomic::Swap { gives_truth: true }),
            "val_compare_and_swap" => Some(Atomic::Swap { gives_truth: false }),
            _ => match name.strip_prefix("fetch_and_") {
                Some(how) => changes(how, false),
                None => changes(name.strip_suffix("_and_fetch")?, true),
            },
        }
    }

    /// By the name of an `__atomic_*` or `atomic_*` function.
    fn of_atomic(name: &str) -> Option<Atomic> {
        let name = name.strip_suffix("_explicit").unwrap_or(name);
        let changes = |name, gives_new| change(name).map(|how| Atomic::Change { how, gives_new });
        match name {
            "load" | "load_n" => Some(Atomic::Load),
            "store" | "store_n" | "init" => Some(Atomic::Store),
            "exchange" | "exchange_n" => Some(Atomic::Exchange),
            "compare_exchange_n" | "compare_exchange_strong" | "compare_exchange_weak" => Some(Atomic::CompareExchange),
            _ => match name.strip_prefix("fetch_") {
                Some(how) => changes(how, false),
                None => changes(name.strip_suffix("_fetch")?, true),
            },
        }
    }
}

impl<'a> Lower<'a> {
    /// A call of `__sync_*` or of an `__atomic_*` that clang takes for a function.
    pub(super) fn atomic_call(
        &mut self,
        name: &str,
        args: &'a [Node],
        ret_ty: &TypeRef,
        span: Span,
    ) -> Option<Option<Expr>> {
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
        let operation = match base {
            "__sync_synchronize" | "__atomic_thread_fence" | "__atomic_signal_fence" => return Some(None),
            "__atomic_test_and_set" | "__atomic_clear" => {
                let ty = Scalar::Int(IntType::BOOL);
                let place = self.pointed(args.first()?)?;
                self.emit(StmtKind::Atomic(true), span);
                let old = self.load(place.clone(), ty, span);
                let old = self.snapshot(old);
                let sets = base.ends_with("set");
                self.store(place, Expr::int(u8::from(sets), ty, span), span);
                self.emit(StmtKind::Atomic(false), span);
                return Some(sets.then_some(old));
            }
            _ => match Atomic::of_sync(base.strip_prefix("__sync_")?) {
                Some(operation) => operation,
                None => {
                    self.error(format!("`{name}` is not supported"), span);
                    return Some(None);
                }
            },
        };
        let (place, values) = args.split_first()?;
        let result = self.atomic(operation, place, &values.iter().collect::<Vec<_>>(), span);
        let wanted = self.types.scalar(ret_ty);
        Some(match (result, wanted) {
            (Some(value), Some(ty)) => Some(self.convert(value, ty, span)),
            _ => None,
        })
    }

    /// An operation that clang has a kind of expression for; its name stands in the text alone, be it that of a header. The operands: where, the
    /// memory order, a value, the order on failure, another value.
    pub(super) fn atomic_expr(&mut self, node: &'a Node, span: Span) -> Option<Expr> {
        let written = match &node.loc {
            Some(place) => self.files.token(self.sources, Some(place)),
            None => span,
        };
        let text = self.sources.text(written).unwrap_or("");
        let name = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("").to_string();
        let base = name.trim_start_matches("__c11_").trim_start_matches("__").strip_prefix("atomic_");
        // The generic ones of GNU C take the addresses of values.
        let generic = name.starts_with("__atomic_") && !name.ends_with("_n") && !name.contains("fetch");
        let Some(operation) = base.and_then(Atomic::of_atomic).filter(|_| !generic) else {
            self.error("this atomic operation is not supported", span);
            return None;
        };
        let place = node.inner.first()?;
        let values: Vec<&Node> = match operation {
            Atomic::Load => vec![],
            Atomic::CompareExchange => vec![node.inner.get(2)?, node.inner.get(4)?],
            _ => vec![node.inner.get(2).or(node.inner.get(1))?],
        };
        let result = self.atomic(operation, place, &values, span)?;
        let ty = self.ty(node);
        match self.types.scalar(&ty) {
            Some(ty) => Some(self.convert(result, ty, span)),
            None => Some(result),
        }
    }

    /// What a pointer points to.
    fn pointed(&mut self, pointer: &'a Node) -> Option<Place> {
        let addr = self.value(pointer);
        let addr = self.snapshot(addr);
        Some(Place::Mem { addr, bits: None, hint: None })
    }

    fn atomic(&mut self, operation: Atomic, pointer: &'a Node, values: &[&'a Node], span: Span) -> Option<Expr> {
        let pointer_ty = self.ty(pointer);
        let Type::Ptr(elem) = &*pointer_ty else { return None };
        let ty = self.scalar(&elem.clone(), span);
        let place = self.pointed(pointer)?;
        if let (Atomic::CompareExchange, [expected, new]) = (operation, values) {
            let expected = self.pointed(expected)?;
            let new = self.value(new);
            let new = self.convert(new, ty, span);
            let new = self.snapshot(new);
            self.emit(StmtKind::Atomic(true), span);
            let old = self.load(place.clone(), ty, span);
            let old = self.snapshot(old);
            let hoped = self.load(expected.clone(), ty, span);
            let hoped = self.snapshot(hoped);
            let same = Expr::new(ExprKind::Cmp(CmpOp::Eq, old.clone(), hoped.clone()), INT, span);
            let same = self.snapshot(same);
            let choose = |a: Expr, b: Expr| Expr::new(ExprKind::Cond(same.clone(), a, b), ty, span);
            self.store(place, choose(new, old.clone()), span);
            self.store(expected, choose(hoped, old), span);
            self.emit(StmtKind::Atomic(false), span);
            return Some(same);
        }
        let mut given = vec![];
        for value in values {
            let value = self.value(value);
            let value = self.convert(value, ty, span);
            given.push(self.snapshot(value));
        }
        self.emit(StmtKind::Atomic(true), span);
        let old = self.load(place.clone(), ty, span);
        let old = self.snapshot(old);
        let result = self.operate(operation, place, (old, ty), &given, span);
        self.emit(StmtKind::Atomic(false), span);
        result
    }

    /// What an operation does when the old value is known and its operands are.
    fn operate(
        &mut self,
        operation: Atomic,
        place: Place,
        (old, ty): (Expr, Scalar),
        given: &[Expr],
        span: Span,
    ) -> Option<Expr> {
        match (operation, given) {
            (Atomic::Load, _) => Some(old),
            (Atomic::Clear, _) => {
                let zero = self.zero(ty, span);
                self.store(place, zero, span);
                Some(old)
            }
            (Atomic::Store | Atomic::Exchange, [new, ..]) => {
                self.store(place, new.clone(), span);
                Some(old)
            }
            (Atomic::Change { how, gives_new }, [value, ..]) => {
                let Scalar::Int(int) = ty else {
                    self.error("atomic arithmetic on pointers is not supported", span);
                    return None;
                };
                // It wraps around.
                let natural = Scalar::Int(IntType { signed: false, ..int });
                let (a, b) = (self.convert(old.clone(), natural, span), self.convert(value.clone(), natural, span));
                let new = match how {
                    Change::By(op) => Expr::new(ExprKind::Binary(op, a, b), natural, span),
                    Change::Nand => {
                        let both = Expr::new(ExprKind::Binary(BinOp::And, a, b), natural, span);
                        Expr::new(ExprKind::Unary(UnOp::BitNot, both), natural, span)
                    }
                };
                let new = self.convert(new, ty, span);
                let new = self.snapshot(new);
                self.store(place, new.clone(), span);
                Some(if gives_new { new } else { old })
            }
            (Atomic::Swap { gives_truth }, [expected, new, ..]) => {
                let same = Expr::new(ExprKind::Cmp(CmpOp::Eq, old.clone(), expected.clone()), INT, span);
                let same = self.snapshot(same);
                let next = Expr::new(ExprKind::Cond(same.clone(), new.clone(), old.clone()), ty, span);
                self.store(place, next, span);
                Some(if gives_truth { same } else { old })
            }
            _ => None,
        }
    }
}

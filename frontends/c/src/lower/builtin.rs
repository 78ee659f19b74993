//! Functions with a meaning of their own: verification conventions, the memory functions of the C library, builtins of
//! the compiler.

use std::rc::Rc;

use ivl::source::Span;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{IntType, Scalar, Type, TypeRef};

use super::Lower;

const INT: Scalar = Scalar::Int(IntType::INT);

impl<'a> Lower<'a> {
    /// `None`: an ordinary call. `Some(value)`: done.
    pub(super) fn special_call(
        &mut self,
        name: &str,
        defined: bool,
        args: &'a [Node],
        ret_ty: &TypeRef,
        wanted: bool,
        span: Span,
    ) -> Option<Option<Expr>> {
        let named = self.config.error_functions.iter().any(|f| f == name);
        if named || (self.config.assertions && matches!(name, "reach_error" | "__VERIFIER_error")) {
            let never = Expr::int(0, INT, span);
            let message = format!("{name}() is called");
            self.emit(StmtKind::Assert(never, Failure::Assertion(message.into())), span);
            self.stop(span);
            return Some(None);
        }
        if defined {
            return None;
        }
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        let done = match (name, args) {
            ("__assert_fail" | "__assert" | "__assert_rtn" | "__VERIFIER_fail" | "_assert", _) => {
                let text = args.first().and_then(string_argument);
                let message = match text {
                    Some(text) => format!("assertion `{text}` failed"),
                    None => "assertion failed".to_string(),
                };
                self.fail(&message, span);
                None
            }
            ("assert" | "__VERIFIER_assert" | "__CPROVER_assert" | "static_assert", [cond, ..]) => {
                let cond = self.value(cond);
                let cond = self.truth(cond, span);
                if self.config.assertions {
                    let text = self.sources.text(span).unwrap_or("assertion").to_string();
                    self.emit(StmtKind::Assert(cond, Failure::Assertion(text.into())), span);
                } else {
                    self.emit(StmtKind::Assume(cond), span);
                }
                None
            }
            ("__VERIFIER_assume" | "__CPROVER_assume" | "assume" | "__VERIFIER_ignore_unless", [cond]) => {
                let cond = self.value(cond);
                let cond = self.truth(cond, span);
                self.emit(StmtKind::Assume(cond), span);
                None
            }
            (
                "abort" | "exit" | "_exit" | "_Exit" | "quick_exit" | "__VERIFIER_ignore" | "trap" | "unreachable"
                | "abort_",
                _,
            ) => {
                args.iter().for_each(|arg| self.effect(arg));
                self.stop(span);
                None
            }
            (
                "malloc" | "__VERIFIER_alloc" | "kmalloc" | "vmalloc" | "ldv_malloc" | "xmalloc" | "valloc",
                [size, rest @ ..],
            ) => {
                let size = self.value(size);
                rest.iter().for_each(|arg| self.effect(arg));
                Some(self.malloc(size, false, false, span))
            }
            ("kzalloc" | "ldv_zalloc" | "vzalloc", [size, rest @ ..]) => {
                let size = self.value(size);
                rest.iter().for_each(|arg| self.effect(arg));
                Some(self.malloc(size, true, false, span))
            }
            ("aligned_alloc", [_, size]) => {
                let size = self.value(size);
                Some(self.malloc(size, false, false, span))
            }
            ("calloc" | "kcalloc", [count, size, ..]) => {
                let count = self.value(count);
                let mark = self.out.len();
                let size = self.value(size);
                let count = self.pin(count, mark);
                let size_t = Scalar::Int(self.types.ptr_int(false));
                let (count, size) = (self.convert(count, size_t, span), self.convert(size, size_t, span));
                let total = match (count.constant(), size.constant()) {
                    (Some(a), Some(b)) => Expr::int(a * b, size_t, span),
                    _ => Expr::new(ExprKind::Binary(BinOp::Mul, count, size), size_t, span),
                };
                Some(self.malloc(total, true, false, span))
            }
            ("alloca", [size]) => {
                let size = self.value(size);
                Some(self.malloc(size, false, true, span))
            }
            ("free" | "kfree" | "vfree" | "cfree", [ptr]) => {
                let ptr = self.value(ptr);
                let site = self.byte_site();
                self.emit(StmtKind::Library(Library::Free { ptr, site }), span);
                None
            }
            ("realloc" | "krealloc", [ptr, size, ..]) => {
                let ptr = self.value(ptr);
                let mark = self.out.len();
                let size = self.value(size);
                let ptr = self.pin(ptr, mark);
                let size = self.bytes(size);
                let ret = self.temp(Scalar::Ptr, span);
                let (site, ret_site) = (self.byte_site(), self.byte_site());
                self.emit(StmtKind::Library(Library::Realloc { ret, ptr, size, site, ret_site }), span);
                Some(Expr::new(ExprKind::Var(ret), Scalar::Ptr, span))
            }
            ("memcpy" | "memmove" | "__memcpy_chk" | "___memcpy_chk" | "___memmove_chk", [dst, src, size, ..]) => {
                let dst = self.value(dst);
                let dst = self.snapshot(dst);
                let src = self.value(src);
                let src = self.snapshot(src);
                let size = self.value(size);
                let size = self.bytes(size);
                let (dst_site, src_site) = (self.byte_site(), self.byte_site());
                let copy = Library::Memcpy { dst: dst.clone(), src, size, dst_site, src_site };
                self.emit(StmtKind::Library(copy), span);
                Some(dst)
            }
            ("memset" | "___memset_chk", [dst, value, size, ..]) => {
                let dst = self.value(dst);
                let dst = self.snapshot(dst);
                let value = self.value(value);
                let value = self.convert(value, Scalar::Int(IntType::new(8, false)), span);
                let value = self.snapshot(value);
                let size = self.value(size);
                let size = self.bytes(size);
                let site = self.byte_site();
                self.emit(StmtKind::Library(Library::Memset { dst: dst.clone(), value, size, site }), span);
                Some(dst)
            }
            ("bzero", [dst, size]) => {
                let dst = self.value(dst);
                let size = self.value(size);
                let size = self.bytes(size);
                let value = Expr::int(0, Scalar::Int(IntType::new(8, false)), span);
                let site = self.byte_site();
                self.emit(StmtKind::Library(Library::Memset { dst, value, size, site }), span);
                None
            }
            ("expect" | "expect_with_probability" | "assume_aligned", [value, rest @ ..]) => {
                let value = self.value(value);
                let mark = self.out.len();
                rest.iter().for_each(|arg| self.effect(arg));
                Some(self.pin(value, mark))
            }
            ("constant_p", [_]) => Some(Expr::int(0, INT, span)),
            ("object_size", [_, kind]) => {
                // Unknown: -1 or 0.
                let kind = self.constant(self.frame.unit, kind);
                let size_t = IntType { ..self.types.ptr_int(false) };
                let value = if kind.is_some_and(|k| k >= 2.into()) {
                    0.into()
                } else {
                    super::expr::wrap(&(-1).into(), size_t)
                };
                Some(Expr::int(value, Scalar::Int(size_t), span))
            }
            ("prefetch" | "va_start" | "va_end" | "va_copy" | "__SMACK_dummy", _) => None,
            _ if args.len() == 3 && overflowing(name).is_some() => {
                let op = overflowing(name)?;
                self.checked_arithmetic(op, args, span)
            }
            ("fabs" | "fabsf" | "fabsl", [value]) => {
                let value = self.value(value);
                let value = self.snapshot(value);
                let zero = self.zero(value.ty, span);
                let ty = value.ty;
                let negative = Expr::new(ExprKind::Cmp(CmpOp::Lt, value.clone(), zero), INT, span);
                let negated = Expr::new(ExprKind::Unary(UnOp::Neg, value.clone()), ty, span);
                Some(Expr::new(ExprKind::Cond(negative, negated, value), ty, span))
            }
            ("scanf" | "__isoc99_scanf" | "fscanf" | "__isoc99_fscanf" | "sscanf" | "__isoc99_sscanf", _) => {
                let skip = if name.ends_with("fscanf") || name.ends_with("sscanf") { 2 } else { 1 };
                for arg in args.iter().skip(skip) {
                    self.havoc_target(arg, span);
                }
                Some(self.any(INT, span))
            }
            (
                "__SMACK_code" | "__SMACK_mod" | "__SMACK_decl" | "__SMACK_top_decl" | "__SMACK_value"
                | "__SMACK_values",
                _,
            ) => {
                self.error("code of another verifier's language is not supported", span);
                None
            }
            ("longjmp" | "setjmp" | "_setjmp" | "sigsetjmp" | "siglongjmp", _) => {
                self.error(format!("`{name}` is not supported"), span);
                None
            }
            _ => return self.atomic_call(name, args, ret_ty, span),
        };
        // Callers that want a value get one of the right type.
        let done = match (done, self.types.scalar(ret_ty)) {
            (Some(value), Some(ty)) if value.ty != ty => Some(self.convert(value, ty, span)),
            (None, Some(ty)) if wanted => Some(self.any(ty, span)),
            (done, _) => done,
        };
        Some(done)
    }

    /// `__sync_*`: one thread, so plain reads and writes. Other builtins of the compiler have no meaning here.
    fn atomic_call(&mut self, name: &str, args: &'a [Node], ret_ty: &TypeRef, span: Span) -> Option<Option<Expr>> {
        let base = name.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end_matches('_');
        if base == "__sync_synchronize" {
            return Some(None);
        }
        if !base.starts_with("__sync_") {
            return None;
        }
        const KNOWN: [&str; 15] = [
            "fetch_and_add",
            "fetch_and_sub",
            "fetch_and_or",
            "fetch_and_and",
            "fetch_and_xor",
            "fetch_and_nand",
            "add_and_fetch",
            "sub_and_fetch",
            "or_and_fetch",
            "and_and_fetch",
            "xor_and_fetch",
            "lock_test_and_set",
            "lock_release",
            "bool_compare_and_swap",
            "val_compare_and_swap",
        ];
        if !KNOWN.contains(&base.trim_start_matches("__sync_")) {
            self.error(format!("`{name}` is not supported"), span);
            return Some(None);
        }
        let target = args.first()?;
        let pointer = self.ty(target);
        let Type::Ptr(elem) = &*pointer else { return None };
        let ty = self.scalar(&elem.clone(), span);
        let addr = self.value(target);
        let addr = self.snapshot(addr);
        let values: Vec<Expr> = args[1..]
            .iter()
            .map(|arg| {
                let value = self.value(arg);
                let value = self.convert(value, ty, span);
                self.snapshot(value)
            })
            .collect();
        let place = super::lvalue::Place::Mem { addr, bits: None, hint: None };
        let old = self.load(place.clone(), ty, span);
        let old = self.snapshot(old);
        let nand = |old: Expr, value: Expr| {
            let both = Expr::new(ExprKind::Binary(BinOp::And, old, value), ty, span);
            Expr::new(ExprKind::Unary(UnOp::BitNot, both), ty, span)
        };
        if base == "__sync_fetch_and_nand" {
            self.store(place, nand(old.clone(), values.first()?.clone()), span);
            return Some(Some(old));
        }
        let operator = |name: &str| {
            Some(match name {
                "add" => BinOp::Add,
                "sub" => BinOp::Sub,
                "or" => BinOp::Or,
                "and" => BinOp::And,
                "xor" => BinOp::Xor,
                _ => return None,
            })
        };
        if let Some(op) = base.strip_prefix("__sync_fetch_and_").and_then(operator) {
            let new = Expr::new(ExprKind::Binary(op, old.clone(), values.first()?.clone()), ty, span);
            self.store(place, new, span);
            return Some(Some(old));
        }
        if let Some(op) = base.strip_prefix("__sync_").and_then(|n| n.strip_suffix("_and_fetch")).and_then(operator) {
            let new = Expr::new(ExprKind::Binary(op, old, values.first()?.clone()), ty, span);
            let new = self.snapshot(new);
            self.store(place, new.clone(), span);
            return Some(Some(new));
        }
        match base {
            "__sync_lock_test_and_set" => {
                self.store(place, values.first()?.clone(), span);
                Some(Some(old))
            }
            "__sync_lock_release" => {
                let zero = self.zero(ty, span);
                self.store(place, zero, span);
                Some(None)
            }
            "__sync_bool_compare_and_swap" | "__sync_val_compare_and_swap" => {
                let [expected, new] = &values[..] else { return None };
                let same = Expr::new(ExprKind::Cmp(CmpOp::Eq, old.clone(), expected.clone()), INT, span);
                let next = Expr::new(ExprKind::Cond(same.clone(), new.clone(), old.clone()), ty, span);
                self.store(place, next, span);
                if base.contains("bool") {
                    let ret = self.scalar(ret_ty, span);
                    return Some(Some(self.convert(same, ret, span)));
                }
                Some(Some(old))
            }
            _ => None,
        }
    }

    /// `__builtin_add_overflow(a, b, &r)`: the exact result goes to `r`, cut to its type; whether that changed it.
    fn checked_arithmetic(&mut self, op: BinOp, args: &'a [Node], span: Span) -> Option<Expr> {
        let [a, b, target] = args else { return None };
        // Wide enough for exact results.
        let wide = Scalar::Int(IntType::new(256, true));
        let operand = |this: &mut Self, node: &'a Node| {
            let value = this.value(node);
            let value = this.convert(value, wide, span);
            this.snapshot(value)
        };
        let (a, b) = (operand(self, a), operand(self, b));
        let pointer = self.ty(target);
        let Type::Ptr(elem) = &*pointer else { return None };
        let ty = self.scalar(&elem.clone(), span);
        let addr = self.value(target);
        let addr = self.snapshot(addr);
        let exact = Expr::new(ExprKind::Binary(op, a, b), wide, span);
        let exact = self.snapshot(exact);
        let cut = self.convert(exact.clone(), ty, span);
        let cut = self.snapshot(cut);
        self.store(super::lvalue::Place::Mem { addr, bits: None, hint: None }, cut.clone(), span);
        let back = self.convert(cut, wide, span);
        Some(Expr::new(ExprKind::Cmp(CmpOp::Ne, exact, back), INT, span))
    }

    fn any(&mut self, ty: Scalar, span: Span) -> Expr {
        let var = self.temp(ty, span);
        self.emit(StmtKind::Havoc(var), span);
        Expr::new(ExprKind::Var(var), ty, span)
    }

    fn byte_site(&mut self) -> SiteId {
        self.site(Scalar::Int(IntType::new(8, false)), None, None)
    }

    fn malloc(&mut self, size: Expr, zero: bool, stack: bool, span: Span) -> Expr {
        let size_t = Scalar::Int(self.types.ptr_int(false));
        let size = self.convert(size, size_t, span);
        let size = self.bytes(size);
        let ret = self.temp(Scalar::Ptr, span);
        let site = self.byte_site();
        let may_fail = !stack && !self.config.malloc_never_fails;
        self.emit(StmtKind::Library(Library::Malloc { ret, size, zero, may_fail, stack, site, made: None }), span);
        Expr::new(ExprKind::Var(ret), Scalar::Ptr, span)
    }

    /// A number of bytes; what it is a multiple of is seen before it goes to a register.
    fn bytes(&mut self, count: Expr) -> Bytes {
        let unit = count.unit();
        Bytes { count: self.snapshot(count), unit }
    }

    /// Control must not come here.
    fn fail(&mut self, message: &str, span: Span) {
        let never = Expr::int(0, INT, span);
        if self.config.assertions {
            let message: Rc<str> = message.into();
            self.emit(StmtKind::Assert(never.clone(), Failure::Assertion(message)), span);
        }
        self.emit(StmtKind::Assume(never), span);
    }

    /// The program ends.
    fn stop(&mut self, span: Span) {
        let never = Expr::int(0, INT, span);
        self.emit(StmtKind::Assume(never), span);
    }
}

/// `add_overflow`, `saddl_overflow`, `usubll_overflow` and the like.
fn overflowing(name: &str) -> Option<BinOp> {
    let name = name.strip_suffix("_overflow")?;
    let is = |base: &str| {
        let typed = name.strip_prefix(['s', 'u']).and_then(|rest| rest.strip_prefix(base));
        name == base || matches!(typed, Some("" | "l" | "ll"))
    };
    [("add", BinOp::Add), ("sub", BinOp::Sub), ("mul", BinOp::Mul)].into_iter().find(|(base, _)| is(base)).map(|f| f.1)
}

fn string_argument(node: &Node) -> Option<String> {
    match node.kind {
        Kind::StringLiteral => {
            let units = super::init::string_units(node.value_text()?, 1)?;
            Some(units.into_iter().filter_map(char::from_u32).collect())
        }
        Kind::ImplicitCastExpr | Kind::ParenExpr | Kind::CStyleCastExpr => string_argument(node.inner.last()?),
        _ => None,
    }
}

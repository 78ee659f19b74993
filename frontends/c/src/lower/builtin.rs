//! Functions with a meaning of their own: verification conventions, the memory functions of the C library, builtins of
//! the compiler.

use std::rc::Rc;

use ivl::source::Span;
use num_bigint::BigInt;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{IntType, Scalar, Type, TypeRef};

use super::Lower;

const INT: Scalar = Scalar::Int(IntType::INT);

impl<'a> Lower<'a> {
    /// The bytes of so many blocks of that size: they do not wrap around, for allocations are smaller.
    fn blocks_of(&mut self, count: Expr, size: BigInt, span: Span) -> Expr {
        let int = self.types.ptr_int(false);
        let (size_t, least) = (Scalar::Int(int), BigInt::from(1));
        let most = (BigInt::from(1) << (int.bits - 1)) / size.clone().max(least);
        let count = self.snapshot(count);
        let fits = ExprKind::Cmp(CmpOp::Le, count.clone(), Expr::int(most, size_t, span));
        self.emit(StmtKind::Assume(Expr::new(fits, INT, span)), span);
        Expr::new(ExprKind::Binary(BinOp::Mul, count, Expr::int(size, size_t, span)), size_t, span)
    }

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
            self.emit(StmtKind::End, span);
            return Some(None);
        }
        if defined {
            return None;
        }
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        let done = match (name, args) {
            (
                "__assert_fail" | "__assert" | "__assert_rtn" | "__VERIFIER_fail" | "_assert" | "__ESBMC_unreachable",
                _,
            ) => {
                let text = args.first().and_then(string_argument);
                let message = match text {
                    Some(text) => format!("assertion `{text}` failed"),
                    None => "assertion failed".to_string(),
                };
                self.fail(&message, span);
                None
            }
            (
                "assert"
                | "__VERIFIER_assert"
                | "__CPROVER_assert"
                | "__CPROVER_precondition"
                | "__CPROVER_postcondition"
                | "__ESBMC_assert"
                | "__SEA_assert"
                | "sassert"
                | "static_assert",
                [cond, ..],
            ) => {
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
            // What models take for granted.
            ("__rmt_granted", [text]) => {
                self.assumptions.extend(string_argument(text));
                None
            }
            ("__pthread_register_cancel", [buffer]) => {
                self.register_handler(buffer, span);
                None
            }
            ("__sigsetjmp" | "__sigsetjmp_cancel", [buffer, ..]) if self.is_of_handler(buffer) => {
                Some(Expr::int(0, INT, span))
            }
            // What models check; whether they do says the configuration.
            ("__rmt_check", [cond, text]) => {
                let message = string_argument(text).unwrap_or_default().to_string();
                let cond = self.value(cond);
                let cond = self.truth(cond, span);
                self.emit(StmtKind::Assert(cond, Failure::Assertion(message.into())), span);
                None
            }
            (
                "__VERIFIER_assume"
                | "__CPROVER_assume"
                | "__ESBMC_assume"
                | "__SEA_assume"
                | "assume"
                | "__VERIFIER_ignore_unless",
                [cond],
            ) => {
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
                if name == "exit" {
                    self.run_destructors(span);
                }
                let ignored = matches!(name, "__VERIFIER_ignore" | "unreachable");
                let never = StmtKind::Assume(Expr::int(0, INT, span));
                self.emit(if ignored { never } else { StmtKind::End }, span);
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
                let total = match (count.constant().cloned(), size.constant().cloned()) {
                    (Some(a), Some(b)) => Expr::int(a * b, size_t, span),
                    (None, Some(b)) => self.blocks_of(count, b, span),
                    (Some(a), None) => self.blocks_of(size, a, span),
                    (None, None) => Expr::new(ExprKind::Binary(BinOp::Mul, count, size), size_t, span),
                };
                Some(self.malloc(total, true, false, span))
            }
            ("rmt_given", [size]) => {
                let size = self.value(size);
                let mark = self.out.len();
                let block = self.malloc(size, false, false, span);
                for stmt in &mut self.out[mark..] {
                    if let StmtKind::Library(Library::Malloc { may_fail, .. }) = &mut stmt.kind {
                        *may_fail = false;
                    }
                }
                Some(block)
            }
            ("rmt_taken_back", [ptr]) => {
                let ptr = self.value(ptr);
                let site = self.byte_site();
                self.emit(StmtKind::Library(Library::Free { ptr, site, checked: false }), span);
                None
            }
            ("alloca", [size]) => {
                let size = self.value(size);
                let size = self.convert(size, Scalar::Int(self.types.ptr_int(false)), span);
                let byte = Type::Int(IntType::new(8, false));
                let obj = self.block("alloca", &Type::Vla(Rc::new(byte), "".into()), span);
                self.frame.open.retain(|open| *open != obj);
                self.frame.allocas.push(obj);
                self.emit(StmtKind::Alloc(obj, Some(size)), span);
                Some(self.snapshot(Expr::new(ExprKind::Obj(obj), Scalar::Ptr, span)))
            }
            ("free" | "kfree" | "vfree" | "cfree", [ptr]) => {
                let ptr = self.value(ptr);
                let site = self.byte_site();
                self.emit(StmtKind::Library(Library::Free { ptr, site, checked: true }), span);
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
            (
                "memcpy" | "memmove" | "__ESBMC_memcpy" | "__ESBMC_memmove" | "__memcpy_chk" | "___memcpy_chk"
                | "___memmove_chk" | "__memmove_chk",
                [dst, src, size, ..],
            ) => {
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
            ("memset" | "__ESBMC_memset" | "___memset_chk" | "__memset_chk", [dst, value, size, ..]) => {
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
                let dst = self.snapshot(dst);
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
            ("constant_p", [value]) => {
                let constant = self.is_constant(value);
                if !constant {
                    let assumption = "`__builtin_constant_p` holds of constant expressions alone";
                    self.assumptions.insert(assumption.to_string());
                }
                Some(Expr::int(u8::from(constant), INT, span))
            }
            ("object_size" | "dynamic_object_size", [object, kind]) => {
                let kind = self.constant(self.frame.unit, kind);
                let size_t = self.types.ptr_int(false);
                let value = match self.known_object(object) {
                    Some(size) => size.into(),
                    None => {
                        let assumption = format!("`__builtin_{name}` knows the sizes of variables alone");
                        self.assumptions.insert(assumption);
                        // Unknown: -1 or 0.
                        if kind.is_some_and(|k| k >= 2.into()) { 0.into() } else { super::wrap(&(-1).into(), size_t) }
                    }
                };
                Some(Expr::int(value, Scalar::Int(size_t), span))
            }
            ("__rmt_any", [dst, size]) => {
                let dst = self.value(dst);
                let dst = self.snapshot(dst);
                let size = self.value(size);
                let size = self.bytes(size);
                let site = self.byte_site();
                self.emit(StmtKind::Library(Library::Any { dst, size, site }), span);
                None
            }
            ("__rmt_room", [ptr]) => {
                let ptr = self.value(ptr);
                let ret = self.temp(Scalar::Int(self.types.ptr_int(false)), span);
                self.emit(StmtKind::Library(Library::Room { ret, ptr }), span);
                self.assumptions.insert("what `sprintf`, `gets` and `scanf` write fits".to_string());
                Some(Expr::new(ExprKind::Var(ret), Scalar::Int(self.types.ptr_int(false)), span))
            }
            (
                "prefetch" | "va_end" | "__SMACK_dummy" | "__CPROVER_input" | "__CPROVER_output" | "__CPROVER_cover",
                _,
            ) => {
                args.iter().for_each(|arg| self.effect(arg));
                None
            }
            (
                "__CPROVER_atomic_begin"
                | "__CPROVER_atomic_end"
                | "__ESBMC_atomic_begin"
                | "__ESBMC_atomic_end"
                | "__VERIFIER_atomic_begin"
                | "__VERIFIER_atomic_end",
                _,
            ) => {
                self.emit(StmtKind::Atomic(name.ends_with("begin")), span);
                None
            }
            ("va_start", [list, ..]) => {
                self.va_start(list, span);
                None
            }
            ("va_copy", [to, from]) => {
                self.va_copy(to, from, span);
                None
            }
            _ if args.len() == 3 && overflowing(name).is_some() => {
                let op = overflowing(name)?;
                self.checked_arithmetic(op, args, span)
            }
            _ if super::math::is_known(name, args.len(), self.config.floats) => {
                self.math_call(name, args, ret_ty, span)
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
            ("__ESBMC_init_object" | "__CPROVER_havoc_object", [object]) => {
                self.any_object(object, span);
                None
            }
            _ => match self.formatted(name, args, wanted, span).or_else(|| self.memory_primitive(name, args, span)) {
                None => return self.atomic_call(name, args, ret_ty, span),
                answer => answer,
            },
        };
        // Callers that want a value get one of the right type.
        let done = match (done, self.types.scalar(ret_ty)) {
            (Some(value), Some(ty)) if value.ty != ty => Some(self.convert(value, ty, span)),
            (None, Some(ty)) if wanted => Some(self.any(ty, span)),
            (done, _) => done,
        };
        Some(done)
    }

    /// Whether a compiler takes an expression for a constant, however it optimises.
    pub(super) fn is_constant(&mut self, node: &'a Node) -> bool {
        match (node.kind, node.inner.last()) {
            (Kind::FloatingLiteral | Kind::StringLiteral | Kind::UnaryExprOrTypeTraitExpr, _) => true,
            (Kind::ParenExpr | Kind::ConstantExpr | Kind::ImplicitCastExpr | Kind::CStyleCastExpr, Some(inner)) => {
                node.cast_kind.as_deref() != Some("LValueToRValue") && self.is_constant(inner)
            }
            (Kind::UnaryOperator, Some(inner)) => {
                matches!(node.opcode.as_deref(), Some("-" | "+" | "~" | "!" | "__extension__"))
                    && self.is_constant(inner)
            }
            (Kind::BinaryOperator, _) => {
                node.opcode.as_deref() != Some("=") && node.inner.iter().all(|part| self.is_constant(part))
            }
            (Kind::ConditionalOperator, _) => node.inner.iter().all(|part| self.is_constant(part)),
            _ => self.constant(self.frame.unit, node).is_some(),
        }
    }

    /// What is left of a variable behind an address in it.
    fn known_object(&mut self, node: &'a Node) -> Option<u64> {
        match node.kind {
            Kind::ParenExpr => self.known_object(node.inner.last()?),
            Kind::ImplicitCastExpr | Kind::CStyleCastExpr => match node.cast_kind.as_deref()? {
                "ArrayToPointerDecay" => self.variable_size(node.inner.last()?),
                "BitCast" | "NoOp" => self.known_object(node.inner.last()?),
                _ => None,
            },
            Kind::UnaryOperator if node.opcode.as_deref() == Some("&") => {
                let operand = node.inner.last()?;
                match (operand.kind, &operand.inner[..]) {
                    (Kind::ArraySubscriptExpr, [array, index]) => self.known_rest(array, index),
                    _ => self.variable_size(operand),
                }
            }
            Kind::BinaryOperator if node.opcode.as_deref() == Some("+") => {
                let [array, index] = &node.inner[..] else { return None };
                self.known_rest(array, index)
            }
            _ => None,
        }
    }

    /// What is left of the variable behind so many elements.
    fn known_rest(&mut self, array: &'a Node, index: &'a Node) -> Option<u64> {
        let all = self.known_object(array)?;
        let index = u64::try_from(self.constant(self.frame.unit, index)?).ok()?;
        let pointer = self.ty(array);
        let Type::Ptr(elem) = &*pointer else { return None };
        Some(all.saturating_sub(index.checked_mul(self.types.size(elem)?)?))
    }

    fn variable_size(&mut self, node: &'a Node) -> Option<u64> {
        match node.kind {
            Kind::ParenExpr => self.variable_size(node.inner.last()?),
            Kind::DeclRefExpr | Kind::StringLiteral => {
                let ty = self.ty(node);
                self.types.size(&ty)
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

    /// What is to run when the program ends.
    fn run_destructors(&mut self, span: Span) {
        for func in self.program.fini.clone() {
            let call = StmtKind::Call { ret: None, callee: Callee::Direct(func), args: vec![], ret_ty: None };
            self.emit(call, span);
        }
    }

    fn any(&mut self, ty: Scalar, span: Span) -> Expr {
        let var = self.temp(ty, span);
        self.emit(StmtKind::Havoc(var), span);
        Expr::new(ExprKind::Var(var), ty, span)
    }

    fn byte_site(&mut self) -> SiteId {
        self.site(Scalar::Int(IntType::new(8, false)), None, None)
    }

    pub(super) fn malloc(&mut self, size: Expr, zero: bool, stack: bool, span: Span) -> Expr {
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
        let (unit, span) = (count.unit(), count.span);
        let count = self.convert(count, Scalar::Int(self.types.ptr_int(false)), span);
        Bytes { count: self.snapshot(count), unit }
    }

    /// Control must not come here.
    fn fail(&mut self, message: &str, span: Span) {
        let never = Expr::int(0, INT, span);
        if self.config.assertions {
            let message: Rc<str> = message.into();
            self.emit(StmtKind::Assert(never, Failure::Assertion(message)), span);
        }
        self.emit(StmtKind::End, span);
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

pub(super) fn string_argument(node: &Node) -> Option<String> {
    match node.kind {
        Kind::StringLiteral => {
            let units = super::init::string_units(node.value_text()?, 1)?;
            Some(units.into_iter().filter_map(char::from_u32).collect())
        }
        Kind::ImplicitCastExpr | Kind::ParenExpr | Kind::CStyleCastExpr => string_argument(node.inner.last()?),
        _ => None,
    }
}

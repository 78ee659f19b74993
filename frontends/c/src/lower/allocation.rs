//! Calls that make blocks and free them, and those that copy and set their bytes.

use std::rc::Rc;

use ivl::source::Span;
use num_bigint::BigInt;

use crate::cir::*;
use crate::clang::Node;
use crate::types::{INT, IntType, Scalar, Type, limits};

use super::Lower;
use super::builtin::Done;
use super::rows::Room;

impl<'a> Lower<'a> {
    /// Calls that make blocks and free them.
    pub(super) fn allocation(&mut self, name: &str, args: &'a [Node], span: Span) -> Done {
        Some(match (name, args) {
            (
                "malloc" | "__VERIFIER_alloc" | "kmalloc" | "vmalloc" | "ldv_malloc" | "xmalloc" | "valloc",
                [size, rest @ ..],
            ) => {
                let size = self.value(size);
                rest.iter().for_each(|arg| self.effect(arg));
                Some(self.malloc(name, size, false, span))
            }
            ("kzalloc" | "ldv_zalloc" | "vzalloc", [size, rest @ ..]) => {
                let size = self.value(size);
                rest.iter().for_each(|arg| self.effect(arg));
                Some(self.malloc(name, size, true, span))
            }
            ("aligned_alloc" | "memalign", [to, size]) => Some(self.aligned(name, (to, size), span)),
            ("calloc" | "kcalloc", [count, size, ..]) => {
                let count = self.value(count);
                let mark = self.out.len();
                let size = self.value(size);
                let count = self.pin(count, mark);
                let size_t = Scalar::Int(self.types.ptr_int(false));
                let (count, size) = (self.convert(count, size_t, span), self.convert(size, size_t, span));
                let total = match (count.constant().cloned(), size.constant().cloned()) {
                    (Some(a), Some(b)) => Expr::int((a * b).min(limits(self.types.ptr_int(false)).1), size_t, span),
                    (None, Some(b)) => self.blocks_of(count, b, span),
                    (Some(a), None) => self.blocks_of(size, a, span),
                    (None, None) => Expr::new(ExprKind::Binary(BinOp::Mul, count, size), size_t, span),
                };
                Some(self.malloc(name, total, true, span))
            }
            // What a function is given; counted: it is told how long it is.
            ("rmt_given" | "rmt_counted", [size]) => {
                let size = self.value(size);
                let mark = self.out.len();
                let block = self.malloc(name, size, false, span);
                for stmt in &mut self.out[mark..] {
                    if let StmtKind::Library(Library::Malloc { called, made, .. }) = &mut stmt.kind {
                        *called = None;
                        if self.config.environment.is_some() {
                            *made = Some(Made { name: name.trim_start_matches("rmt_").into(), layout: "".into() });
                        }
                    }
                }
                if self.config.environment.is_some() && self.config.checks.uninit {
                    // What callers hand over was given values, though nobody says which.
                    self.hand_over(block.clone(), (false, false), span);
                }
                Some(block)
            }
            // What is mapped is not lost where nobody takes it back, and `free` does not.
            ("__rmt_mapped", [size]) => {
                let size = self.value(size);
                let size = self.bytes(size);
                let (ret, site) = (self.temp(Scalar::Ptr, span), self.byte_site());
                let made = Some(Made { name: "mapped".into(), layout: "".into() });
                let called = Some("mmap".to_string());
                let made = Library::Malloc { ret, size, zero: false, align: 1, called, stack: true, site, made };
                self.emit(StmtKind::Library(made), span);
                Some(Expr::new(ExprKind::Var(ret), Scalar::Ptr, span))
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
                Some(self.realloc(ptr, size, name == "realloc", span))
            }
            _ => return None,
        })
    }

    /// A block that is aligned to a number of bytes, if that is a constant.
    fn aligned(&mut self, name: &str, (to, size): (&'a Node, &'a Node), span: Span) -> Expr {
        let to = self.constant(self.frame.unit, to).and_then(|n| u64::try_from(n).ok());
        let size = self.value(size);
        let mark = self.out.len();
        let block = self.malloc(name, size, false, span);
        for stmt in &mut self.out[mark..] {
            if let (StmtKind::Library(Library::Malloc { align, .. }), Some(to)) = (&mut stmt.kind, to)
                && to.is_power_of_two()
            {
                *align = to;
            }
        }
        block
    }

    /// `frees`: where the size is zero, it may free the block and give null, as some libraries do (C17 7.22.3.5p3).
    fn realloc(&mut self, ptr: Expr, size: Bytes, frees: bool, span: Span) -> Expr {
        let ptr = self.snapshot(ptr);
        let ret = self.temp(Scalar::Ptr, span);
        let end = self.label(None);
        let none = Expr::int(0, size.count.ty, span);
        let is_zero = Expr::new(ExprKind::Cmp(CmpOp::Eq, size.count.clone(), none), INT, span);
        let is_never = size.count.constant().is_some_and(|n| *n != 0.into());
        // What is scanned is given sizes that its callers would not pass.
        if frees && !is_never && self.config.environment.is_none() {
            self.only_if(span, &is_zero, |this| {
                let any = this.any(INT, span);
                let chosen = Expr::new(ExprKind::Cmp(CmpOp::Ne, any, Expr::int(0, INT, span)), INT, span);
                this.only_if(span, &chosen, |this| {
                    let site = this.byte_site();
                    this.emit(StmtKind::Library(Library::Free { ptr: ptr.clone(), site, checked: true }), span);
                    this.emit(StmtKind::Set(ret, Expr::int(0, Scalar::Ptr, span)), span);
                    this.emit(StmtKind::Goto(end), span);
                });
            });
        }
        let (site, ret_site) = (self.byte_site(), self.byte_site());
        self.emit(StmtKind::Library(Library::Realloc { ret, ptr, size, site, ret_site }), span);
        self.emit(StmtKind::Label(end), span);
        Expr::new(ExprKind::Var(ret), Scalar::Ptr, span)
    }

    /// Copies bytes. Returns where they go.
    pub(super) fn copy_bytes(&mut self, dst: Expr, src: Expr, size: Bytes, span: Span) -> Expr {
        let (dst_site, src_site) = (self.byte_site(), self.byte_site());
        let copy = Library::Memcpy { dst: dst.clone(), src, size, dst_site, src_site };
        self.emit(StmtKind::Library(copy), span);
        dst
    }

    /// Calls that copy and set bytes of a block, or ask how many there are.
    pub(super) fn block_call(&mut self, name: &str, args: &'a [Node], span: Span) -> Done {
        Some(match (name, args) {
            (
                "memcpy" | "memmove" | "__ESBMC_memcpy" | "__ESBMC_memmove" | "__memcpy_chk" | "___memcpy_chk"
                | "___memmove_chk" | "__memmove_chk",
                [dst, src, size, ..],
            ) => {
                let nodes = [dst, src];
                let dst = self.value(dst);
                let dst = self.snapshot(dst);
                let src = self.value(src);
                let src = self.snapshot(src);
                let size = self.value(size);
                let size = self.bytes(size);
                self.check_room(nodes[0], &size.count, Room::Written, span);
                self.check_room(nodes[1], &size.count, Room::Read, span);
                if name.contains("memcpy") {
                    self.check_overlap(nodes, [&dst, &src], &size.count, span);
                }
                Some(self.copy_bytes(dst, src, size, span))
            }
            ("memset" | "__ESBMC_memset" | "___memset_chk" | "__memset_chk", [to, value, size, ..]) => {
                let dst = self.value(to);
                let dst = self.snapshot(dst);
                let value = self.value(value);
                let value = self.convert(value, Scalar::Int(IntType::new(8, false)), span);
                let value = self.snapshot(value);
                let size = self.value(size);
                let size = self.bytes(size);
                self.check_room(to, &size.count, Room::Written, span);
                let site = self.byte_site();
                self.emit(StmtKind::Library(Library::Memset { dst: dst.clone(), value, size, site }), span);
                Some(dst)
            }
            ("bzero", [to, size]) => {
                let dst = self.value(to);
                let dst = self.snapshot(dst);
                let size = self.value(size);
                let size = self.bytes(size);
                self.check_room(to, &size.count, Room::Written, span);
                let value = Expr::int(0, Scalar::Int(IntType::new(8, false)), span);
                let site = self.byte_site();
                self.emit(StmtKind::Library(Library::Memset { dst, value, size, site }), span);
                None
            }
            ("__rmt_any" | "__rmt_any_line" | "__rmt_any_text" | "__CPROVER_havoc_slice", [dst, size]) => {
                let dst = self.value(dst);
                let dst = self.snapshot(dst);
                let size = self.value(size);
                let size = self.bytes(size);
                let site = self.byte_site();
                let what = match name {
                    "__rmt_any_line" => Input::Line,
                    "__rmt_any_text" => Input::Without(vec![(0, 0)]),
                    _ => Input::Any,
                };
                self.emit(StmtKind::Library(Library::Any { dst, size: Some(size), site, what }), span);
                None
            }
            ("__rmt_room", [ptr]) => {
                let ptr = self.value(ptr);
                let ret = self.temp(Scalar::Int(self.types.ptr_int(false)), span);
                let site = self.byte_site();
                self.emit(StmtKind::Library(Library::Room { ret, ptr, site }), span);
                Some(Expr::new(ExprKind::Var(ret), Scalar::Int(self.types.ptr_int(false)), span))
            }
            _ => return None,
        })
    }

    /// The bytes of so many blocks of that size: they do not wrap around.
    fn blocks_of(&mut self, count: Expr, size: BigInt, span: Span) -> Expr {
        let int = self.types.ptr_int(false);
        let (size_t, least) = (Scalar::Int(int), BigInt::from(1));
        let most = (BigInt::from(1) << (int.bits - 1)) / size.clone().max(least);
        let count = self.snapshot(count);
        let fits = ExprKind::Cmp(CmpOp::Le, count.clone(), Expr::int(most.clone(), size_t, span));
        let fits = Expr::new(fits, INT, span);
        // Never as many: there is no block of that size.
        let count = ExprKind::Cond(fits, count, Expr::int(most, size_t, span));
        let count = Expr::new(count, size_t, span);
        Expr::new(ExprKind::Binary(BinOp::Mul, count, Expr::int(size, size_t, span)), size_t, span)
    }

    /// What a function of that name allocates.
    pub(super) fn malloc(&mut self, name: &str, size: Expr, zero: bool, span: Span) -> Expr {
        let size_t = Scalar::Int(self.types.ptr_int(false));
        let size = self.convert(size, size_t, span);
        let size = self.bytes(size);
        let ret = self.temp(Scalar::Ptr, span);
        let site = self.byte_site();
        let called = (!self.config.malloc_never_fails).then(|| name.to_string());
        let block = Library::Malloc { ret, size, zero, align: 1, called, stack: false, site, made: None };
        self.emit(StmtKind::Library(block), span);
        Expr::new(ExprKind::Var(ret), Scalar::Ptr, span)
    }

    /// A number of bytes; what it is a multiple of is seen before it goes to a register.
    pub(super) fn bytes(&mut self, count: Expr) -> Bytes {
        let (unit, span) = (count.unit(), count.span);
        let count = self.convert(count, Scalar::Int(self.types.ptr_int(false)), span);
        Bytes { count: self.snapshot(count), unit }
    }

    pub(super) fn byte_site(&mut self) -> SiteId {
        self.site(Scalar::Int(IntType::new(8, false)), None, None)
    }
}

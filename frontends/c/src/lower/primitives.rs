//! What CBMC and ESBMC let a program ask about memory.
//!
//! ```text
//! __CPROVER_r_ok(p, n)   →   n == 0 || the block of p lives && n bytes from p on are within it
//! ```

use ivl::source::Span;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{INT, IntType, Scalar, Type, limits};

use super::Lower;
use super::builtin::Done;

impl<'a> Lower<'a> {
    /// `None`: no primitive, or not with these arguments.
    pub(super) fn memory_primitive(&mut self, name: &str, args: &'a [Node], span: Span) -> Option<Expr> {
        let name = name.strip_prefix("__CPROVER_").or_else(|| name.strip_prefix("__ESBMC_"))?;
        let fact = match (name, args) {
            ("POINTER_OFFSET", [_]) => BlockFact::Offset,
            ("POINTER_OBJECT", [_]) => BlockFact::Number,
            ("OBJECT_SIZE" | "get_object_size", [_]) => BlockFact::Size,
            ("DYNAMIC_OBJECT" | "is_dynamic_object", [_]) => BlockFact::Heap,
            ("LIVE_OBJECT", [_]) => BlockFact::Live,
            ("r_ok" | "w_ok" | "rw_ok", [ptr, size]) => return Some(self.accessible(ptr, size, span)),
            ("same_object", [a, b]) => {
                let distance = self.common_size(a, b);
                let (a, b) = (self.value(a), self.value(b));
                self.are_beside(&a, &b, distance);
                let a = self.fact(BlockFact::Number, a, span);
                let b = self.fact(BlockFact::Number, b, span);
                return Some(Expr::new(ExprKind::Cmp(CmpOp::Eq, a, b), INT, span));
            }
            _ => return None,
        };
        let ptr = self.value(&args[0]);
        Some(self.fact(fact, ptr, span))
    }

    pub(super) fn fact(&mut self, fact: BlockFact, ptr: Expr, span: Span) -> Expr {
        let size_t = Scalar::Int(self.types.ptr_int(false));
        let ptr = self.convert(ptr, Scalar::Ptr, span);
        let ret = self.temp(size_t, span);
        self.emit(StmtKind::Library(Library::Block { ret, ptr, fact }), span);
        Expr::new(ExprKind::Var(ret), size_t, span)
    }

    /// Two pointers may point into the same block, a multiple of so many bytes apart; `None`: of any number.
    pub(super) fn are_beside(&mut self, a: &Expr, b: &Expr, distance: Option<u64>) {
        if self.program.strict {
            self.program.beside.push((a.clone(), b.clone(), distance.filter(|&n| n > 0).unwrap_or(1)));
        }
    }

    /// The size of what two pointers are to, whatever they are converted to; `None`: it is not the same, or not known.
    pub(super) fn common_size(&mut self, a: &'a Node, b: &'a Node) -> Option<u64> {
        let a = self.pointee_size(a)?;
        self.pointee_size(b).filter(|&b| a == b)
    }

    fn accessible(&mut self, ptr: &'a Node, size: &'a Node, span: Span) -> Expr {
        let ptr = self.value(ptr);
        let size = self.value(size);
        self.accessible_bytes(ptr, size, span)
    }

    /// Whether so many bytes from an address on are of a block that lives.
    pub(super) fn accessible_bytes(&mut self, ptr: Expr, size: Expr, span: Span) -> Expr {
        let size_t = Scalar::Int(self.types.ptr_int(false));
        let ptr = self.snapshot(ptr);
        let size = self.convert(size, size_t, span);
        let size = self.snapshot(size);
        let live = self.fact(BlockFact::Live, ptr.clone(), span);
        let offset = self.fact(BlockFact::Offset, ptr.clone(), span);
        let whole = self.fact(BlockFact::Size, ptr, span);
        let int = |kind| Expr::new(kind, INT, span);
        let none = || Expr::int(0, size_t, span);
        let begins = int(ExprKind::Cmp(CmpOp::Le, offset.clone(), whole.clone()));
        let rest = Expr::new(ExprKind::Binary(BinOp::Sub, whole, offset), size_t, span);
        let fits = int(ExprKind::And(begins, int(ExprKind::Cmp(CmpOp::Le, size.clone(), rest))));
        let lives = int(ExprKind::Cmp(CmpOp::Ne, live, none()));
        let empty = int(ExprKind::Cmp(CmpOp::Eq, size, none()));
        int(ExprKind::Or(empty, int(ExprKind::And(lives, fits))))
    }

    /// What CBMC lets a program say of memory and of arithmetic.
    pub(super) fn cprover_call(&mut self, name: &str, args: &'a [Node], span: Span) -> Done {
        let name = name.strip_prefix("__CPROVER_")?;
        Some(match (name, args) {
            ("havoc_object", [ptr]) => {
                let ptr = self.value(ptr);
                let dst = self.convert(ptr, Scalar::Ptr, span);
                let site = self.byte_site();
                self.emit(StmtKind::Library(Library::Any { dst, size: None, site, what: Input::Any }), span);
                None
            }
            ("overflow_plus", [a, b]) => Some(self.overflows(BinOp::Add, (a, b), span)),
            ("overflow_minus", [a, b]) => Some(self.overflows(BinOp::Sub, (a, b), span)),
            ("overflow_mult", [a, b]) => Some(self.overflows(BinOp::Mul, (a, b), span)),
            ("overflow_unary_minus", [operand]) => {
                let value = self.value(operand);
                let value = self.promoted(value, span);
                let Scalar::Int(int) = value.ty else { return None };
                let least = limits(int).0;
                let op = if int.signed { CmpOp::Eq } else { CmpOp::Ne };
                Some(Expr::new(ExprKind::Cmp(op, value.clone(), Expr::int(least, value.ty, span)), INT, span))
            }
            _ => return None,
        })
    }

    /// Whether an operation leaves the type that C gives its result.
    fn overflows(&mut self, op: BinOp, (a, b): (&'a Node, &'a Node), span: Span) -> Expr {
        let a = self.value(a);
        let mark = self.out.len();
        let b = self.value(b);
        let a = self.pin(a, mark);
        let (a, b) = (self.promoted(a, span), self.promoted(b, span));
        let (Scalar::Int(x), Scalar::Int(y)) = (a.ty, b.ty) else {
            self.error("what is no integer does not overflow", span);
            return Expr::int(0, INT, span);
        };
        let bits = x.bits.max(y.bits);
        let unsigned = [x, y].iter().any(|int| int.bits == bits && !int.signed);
        let ty = Scalar::Int(IntType::new(bits, !unsigned));
        // Wide enough for exact results.
        let wide = Scalar::Int(IntType::new(256, true));
        let operand = |this: &mut Self, e: Expr| {
            let e = this.convert(e, ty, span);
            this.convert(e, wide, span)
        };
        let (a, b) = (operand(self, a), operand(self, b));
        let exact = self.snapshot(Expr::new(ExprKind::Binary(op, a, b), wide, span));
        let cut = self.convert(exact.clone(), ty, span);
        let back = self.convert(cut, wide, span);
        Expr::new(ExprKind::Cmp(CmpOp::Ne, exact, back), INT, span)
    }

    fn promoted(&mut self, e: Expr, span: Span) -> Expr {
        match e.ty {
            Scalar::Int(int) if int.bits < 32 => self.convert(e, INT, span),
            _ => e,
        }
    }

    /// `__ESBMC_init_object(p)`: what `p` points to, or the array that it is, gets any value.
    pub(super) fn any_object(&mut self, arg: &'a Node, span: Span) {
        let mut object = arg;
        while let (Kind::ImplicitCastExpr | Kind::ParenExpr, Some(inner)) = (object.kind, object.inner.last()) {
            object = inner;
        }
        let size = match &*self.ty(object) {
            Type::Ptr(target) => self.types.size(target),
            array => self.types.size(array),
        };
        let Some(size) = size else {
            return self.error("the size of this object is not known", span);
        };
        let dst = self.value(arg);
        let dst = self.snapshot(dst);
        let size = Expr::int(size, Scalar::Int(self.types.ptr_int(false)), span);
        let size = Bytes { unit: size.unit(), count: size };
        let site = self.site(Scalar::Int(IntType::new(8, false)), None, None);
        self.emit(StmtKind::Library(Library::Any { dst, size: Some(size), site, what: Input::Any }), span);
    }
}

//! The program between C and the IVL: typed, side effects pulled out of expressions, addresses explicit.
//!
//! ```text
//! p->next = mk(i++);   →   t := i; i := i + 1; call r := mk(t); store [p + 8] := r
//! ```
//!
//! Expressions are pure. Variables whose address is never taken are registers ([`VarId`]); all else lives in blocks
//! ([`ObjId`]) and is reached through addresses. Control flow is labels and jumps.

use std::sync::Arc;

use ivl::source::Span;
use num_bigint::BigInt;

use crate::types::Scalar;

/// With what the names of locals begin that hold what was read in a step of its own.
pub const READ: &str = "$read.";

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),*) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            pub fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}

ids!(
    /// A register: a local, a parameter, a temporary or a global.
    VarId,
    /// A block with a name: a variable that lives in memory, or a string.
    ObjId,
    /// A function.
    FuncId,
    /// A jump target of a function.
    LabelId,
    /// A place in the program that touches memory.
    SiteId
);

#[derive(Debug, Default)]
pub struct Program {
    pub vars: Vec<Var>,
    pub objs: Vec<Obj>,
    pub funcs: Vec<Func>,
    pub sites: Vec<Site>,
    /// Initialises the globals, then calls what is marked as a constructor; runs first.
    pub init: Vec<Stmt>,
    /// What is marked as a destructor: runs when the entry function has returned.
    pub fini: Vec<FuncId>,
    pub globals: Vec<VarId>,
    /// Those that each thread has for itself.
    pub thread_locals: Vec<VarId>,
    /// Gives them the values that they begin with, in each thread; a part of `init`.
    pub init_own: Vec<Stmt>,
    /// What the function that is scanned gives back, if that is a pointer.
    pub result: Option<VarId>,
    /// Registers that `init` uses.
    pub init_locals: Vec<VarId>,
    pub labels: Vec<Label>,
    /// Where control comes again by `longjmp`.
    pub landings: Vec<Landing>,
    /// Whether the thread is about to end and leaves its functions.
    pub leaving: Option<VarId>,
    /// What follows where the first thread has left its functions so.
    pub end_first: Option<FuncId>,
    /// Where an atomic operation has a memory order that is weaker than `memory_order_seq_cst`.
    pub weaker_order: Option<Span>,
    /// Whether pointers from outside point to nothing, but to what is made for them.
    pub strict: bool,
    /// Then: what is compared by order, subtracted, or said to be in one block. Where one is, the other may be, so many bytes
    /// on, or a multiple.
    pub beside: Vec<(Expr, Expr, u64)>,
    /// How many conditions count where one asks for coverage.
    pub conditions: u32,
}

impl Program {
    /// `argc` and `argv` of `main`.
    pub fn arguments(&self) -> Option<(VarId, VarId)> {
        let main = self.funcs.iter().find(|f| &*f.name == "main" && f.body.is_some())?;
        let [argc, argv, ..] = main.params[..] else { return None };
        let types = (self.vars[argc.index()].ty, self.vars[argv.index()].ty);
        matches!(types, (Scalar::Int(_), Scalar::Ptr)).then_some((argc, argv))
    }
}

/// A jump target.
#[derive(Clone, Debug, Default)]
pub struct Label {
    pub name: Option<Arc<str>>,
    /// The blocks of variables that are in scope there.
    pub scope: Vec<ObjId>,
}

#[derive(Clone, Debug)]
pub struct Var {
    pub name: Arc<str>,
    pub ty: Scalar,
    /// Of a bit-field: what it holds is no wider.
    pub width: Option<u32>,
    pub global: bool,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjKind {
    Global,
    /// Lives while its function runs.
    Local,
    /// A string literal.
    Literal,
}

#[derive(Clone, Debug)]
pub struct Obj {
    pub name: Arc<str>,
    pub kind: ObjKind,
    /// In bytes; `None` for variable-length arrays.
    pub size: Option<u64>,
    pub align: u64,
    /// [`crate::types::Types::layout_text`]
    pub layout: Arc<str>,
    /// `extern` without a definition: its contents are unknown.
    pub external: bool,
    /// Constants and string literals: not to be written.
    pub read_only: bool,
    /// Where scalars of constant members are, in bytes.
    pub constants: Vec<u64>,
    pub span: Span,
}

#[derive(Debug)]
pub struct Func {
    pub name: Arc<str>,
    pub params: Vec<VarId>,
    pub ret: Option<VarId>,
    /// All registers but parameters and result.
    pub locals: Vec<VarId>,
    /// The blocks of its variables.
    pub objs: Vec<ObjId>,
    pub variadic: bool,
    /// `f()`: calls may have arguments, which are not looked at.
    pub unprototyped: bool,
    /// `None`: undefined.
    pub body: Option<Vec<Stmt>>,
    pub span: Span,
    /// The closing brace.
    pub close: Span,
    /// Whether its address is taken.
    pub address_taken: bool,
    pub squeezing: Option<Squeezing>,
}

/// A call of `setjmp`.
#[derive(Clone, Copy, Debug)]
pub struct Landing {
    /// Stands behind it.
    pub label: LabelId,
    /// The number of the function's activation, which it gave to its buffer; 0: it was not called yet.
    pub number: VarId,
    /// Which of all such calls it is.
    pub place: u32,
    /// What it returns.
    pub result: VarId,
}

/// That a function chooses the element that goes from a state of another function.
#[derive(Debug)]
pub struct Squeezing {
    pub of: FuncId,
    /// What its parameters stand for.
    pub meant: Vec<Expr>,
    pub rank: VarId,
    /// The largest rank that need not be squeezed.
    pub base: u32,
}

impl Func {
    /// Whether it is what a thread runs: see `models/threads.c`.
    pub fn is_thread(&self) -> bool {
        self.body.is_some() && matches!(&*self.name, "__rmt_thread" | "__rmt_thread_c11")
    }
}

/// Which bits a bit-field has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitField {
    /// In bits after the address.
    pub first: u32,
    pub width: u32,
    /// How many bytes before the address the memory location begins: that of all bit-fields side by side (C11 3.14).
    pub back: u32,
}

/// The type of what a site reads or writes.
#[derive(Clone, Debug)]
pub struct Site {
    pub scalar: Scalar,
    /// For bit-fields.
    pub bits: Option<BitField>,
    /// The C name of what stands there, if known: `node.next`.
    pub hint: Option<Arc<str>>,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: Box<ExprKind>,
    pub ty: Scalar,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CmpOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnOp {
    Neg,
    BitNot,
}

/// Functions of floating-point numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatFn {
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    /// To the nearest whole number, halves away from zero.
    Round,
    /// To the nearest whole number, halves to even.
    Nearest,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// Of an integer type or a pointer.
    Const(BigInt),
    /// Of a floating type: the decimal text, `inf` or `nan`.
    FloatConst(Arc<str>),
    /// Of a floating type, like the operand.
    FloatFn(FloatFn, Expr),
    /// A function of its arguments of which no more is known: the name.
    Pure(Arc<str>, Vec<Expr>),
    Var(VarId),
    Obj(ObjId),
    Func(FuncId),
    Load(Expr, SiteId),
    Unary(UnOp, Expr),
    Binary(BinOp, Expr, Expr),
    /// 0 or 1, of type `int`; the operands have one type.
    Cmp(CmpOp, Expr, Expr),
    /// `!e`
    Not(Expr),
    /// Short-circuit: the right operand counts only if the left one is not zero.
    And(Expr, Expr),
    Or(Expr, Expr),
    Cond(Expr, Expr, Expr),
    /// To the type of the expression.
    Cast(Expr),
    /// `base + index * scale` bytes; the index is of an integer type.
    PtrAdd {
        base: Expr,
        index: Expr,
        scale: i64,
    },
    /// The address of a member or an element: what is reached through it lies within that many bytes; `None`: up to the
    /// end of the record and beyond, for the last member.
    Part {
        base: Expr,
        length: Option<u64>,
        /// How many bytes it has for sure.
        least: u64,
        /// Whether it is an array, and pointers go from one element to the next.
        array: bool,
    },
    /// `(a - b) / scale`
    PtrSub {
        a: Expr,
        b: Expr,
        scale: i64,
    },
    /// 0 or 1, of type `int`: whether the body holds for all values of the variables, or for some.
    Quant {
        all: bool,
        vars: Vec<VarId>,
        body: Expr,
    },
    /// 0 or 1, of type `int`: whether so many bytes from an address on lie within others.
    Within {
        addr: Expr,
        size: Expr,
        base: Expr,
        length: Expr,
    },
    /// 0 or 1, of type `int`: whether an address is of a block that was allocated since a [`ExprKind::Next`] was taken.
    Since {
        addr: Expr,
        mark: Expr,
    },
    /// 0 or 1, of type `int`: whether two addresses are in the same block.
    Beside(Expr, Expr),
    /// 0 or 1, of type `int`: whether all of the block of an address lies within so many bytes from another on.
    BlockWithin {
        addr: Expr,
        base: Expr,
        length: Expr,
    },
    /// 0 or 1, of type `int`: whether so many bytes from an address on are all zero.
    Zeroed {
        addr: Expr,
        size: u64,
        site: SiteId,
    },
    /// Before what address no new block begins from now on.
    Next,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Callee {
    Direct(FuncId),
    /// Through a pointer: the address.
    Indirect(Expr),
}

/// What traces call the condition of a branch, `if (n > 3)`; of a condition `!e` this speaks of `e`. `None`: they do not
/// speak of it.
pub type Told = Option<Arc<str>>;

/// Why control must not reach a place.
#[derive(Clone, Debug)]
pub enum Failure {
    /// An assertion of the program.
    Assertion(Arc<str>),
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Set(VarId, Expr),
    Store {
        addr: Expr,
        value: Expr,
        site: SiteId,
    },
    /// Copies a record of that many bytes; the two do not overlap partly.
    Copy {
        dst: Expr,
        src: Expr,
        size: u64,
        dst_site: SiteId,
        src_site: SiteId,
    },
    /// The variable may have any value of its type.
    Havoc(VarId),
    /// The same for a variable that was declared without a value.
    Undefined(VarId),
    Call {
        ret: Option<VarId>,
        callee: Callee,
        args: Vec<Expr>,
        ret_ty: Option<Scalar>,
    },
    /// The block of a local comes into being, its contents unknown. The size of variable-length arrays.
    Alloc(ObjId, Option<Expr>),
    /// The variable has its first value: what is constant of it is not to be written from now on.
    Seal(ObjId),
    /// Scopes are left: these blocks die, but for those in scope at the label. Others in scope there come into being.
    Leave(Vec<ObjId>, Option<LabelId>),
    /// The block starts as zeroes.
    Zero {
        addr: Expr,
        size: u64,
        site: SiteId,
    },
    /// To the label if the condition holds.
    Branch(Expr, LabelId, Told),
    Goto(LabelId),
    Label(LabelId),
    Return,
    /// The program ends here, before its entry function returns.
    End,
    Assume(Expr),
    Assert(Expr, Failure),
    /// No other thread runs from here on (true), or others may again.
    Atomic(bool),
    /// What the C library does to memory.
    Library(Library),
    /// Control passes what is counted where one asks for coverage.
    Cover(Cover),
}

/// What is counted where one asks for coverage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// The function of the program at hand begins.
    Function,
    /// A statement begins.
    Line,
    /// A side of a condition that decides: both by numbers, of which no two conditions of a program share one.
    Branch { condition: u32, side: u32 },
}

/// A number of bytes.
#[derive(Clone, Debug)]
pub struct Bytes {
    pub count: Expr,
    /// A number that the count is a multiple of.
    pub unit: u64,
}

/// What a new block holds: the name of the type and its layout.
#[derive(Clone, Debug)]
pub struct Made {
    pub name: Arc<str>,
    pub layout: Arc<str>,
}

/// The memory functions of the C library.
#[derive(Clone, Debug)]
pub enum Library {
    Malloc {
        ret: VarId,
        size: Bytes,
        zero: bool,
        /// To which multiple of bytes it is aligned, at least.
        align: u64,
        /// What the program calls for it, which may fail; `None`: this does not fail.
        called: Option<String>,
        stack: bool,
        site: SiteId,
        made: Option<Made>,
    },
    Free {
        ptr: Expr,
        site: SiteId,
        /// Whether it must be what was allocated.
        checked: bool,
    },
    Realloc {
        ret: VarId,
        ptr: Expr,
        size: Bytes,
        site: SiteId,
        ret_site: SiteId,
    },
    Memcpy {
        dst: Expr,
        src: Expr,
        size: Bytes,
        dst_site: SiteId,
        src_site: SiteId,
    },
    Memset {
        dst: Expr,
        value: Expr,
        size: Bytes,
        site: SiteId,
    },
    /// The bytes get any values that may stand there; `None`: those of the whole block that the address is in.
    Any {
        dst: Expr,
        size: Option<Bytes>,
        site: SiteId,
        what: Input,
    },
    /// Some number of bytes that fit between the address and the end of its block, and of the array in it that it is of.
    Room {
        ret: VarId,
        ptr: Expr,
        site: SiteId,
    },
    /// A string is read: up to its zero, or so many units of the site's type.
    Text {
        ptr: Expr,
        most: Option<Expr>,
        site: SiteId,
        /// That it ends is checked as accesses are, whatever is said of strings that are printed.
        is_access: bool,
    },
    /// The block may be written and kept by a function of which nothing is known, or only read if it is constant to that.
    Given {
        ptr: Expr,
        site: SiteId,
        constant: bool,
        /// That it lives is checked.
        checked: bool,
    },
    /// Something about the block that an address is in.
    Block {
        ret: VarId,
        ptr: Expr,
        fact: BlockFact,
    },
}

/// Which bytes come from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    Any,
    /// Only the last one may be a new line.
    Line,
    /// None between two of these, which it may be, too.
    Without(Vec<(u8, u8)>),
}

/// What a program may ask about the block of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockFact {
    /// A number for the block, of which there are not so many.
    Number,
    /// The distance of the address from the start.
    Offset,
    /// The size, 0 of what does not live.
    Size,
    /// Whether it lives.
    Live,
    /// Whether it was allocated.
    Heap,
    /// Whether what the site reads is known to be a constant of the program, whoever asks.
    Constant(SiteId),
}

impl Expr {
    pub fn new(kind: ExprKind, ty: Scalar, span: Span) -> Expr {
        Expr { kind: Box::new(kind), ty, span }
    }

    pub fn int(value: impl Into<BigInt>, ty: Scalar, span: Span) -> Expr {
        Expr::new(ExprKind::Const(value.into()), ty, span)
    }

    /// The value of a constant.
    pub fn constant(&self) -> Option<&BigInt> {
        match &*self.kind {
            ExprKind::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Whether evaluation at another time gives another value.
    pub fn stable(&self) -> bool {
        matches!(&*self.kind, ExprKind::Const(_) | ExprKind::FloatConst(_) | ExprKind::Obj(_) | ExprKind::Func(_))
    }

    /// Whether the value depends on what is in memory.
    pub fn reads_memory(&self) -> bool {
        matches!(&*self.kind, ExprKind::Load(..) | ExprKind::Zeroed { .. })
            || self.children().into_iter().any(Expr::reads_memory)
    }

    /// A number that the value is a multiple of, if it does not overflow.
    pub fn unit(&self) -> u64 {
        let of = |e: &Expr| e.constant().and_then(|n| i64::try_from(n).ok()).map(i64::unsigned_abs).filter(|n| *n != 0);
        match &*self.kind {
            ExprKind::Const(_) => of(self).unwrap_or(1),
            ExprKind::Binary(BinOp::Mul, a, b) => of(a).or(of(b)).unwrap_or(1),
            ExprKind::Cast(inner) if inner.ty != self.ty => inner.unit(),
            ExprKind::Unary(UnOp::Neg, inner) => inner.unit(),
            _ => 1,
        }
    }

    /// The direct operands.
    pub fn children(&self) -> Vec<&Expr> {
        match &*self.kind {
            ExprKind::Const(_)
            | ExprKind::FloatConst(_)
            | ExprKind::Var(_)
            | ExprKind::Obj(_)
            | ExprKind::Func(_)
            | ExprKind::Next => vec![],
            ExprKind::Load(e, _)
            | ExprKind::Zeroed { addr: e, .. }
            | ExprKind::Unary(_, e)
            | ExprKind::FloatFn(_, e)
            | ExprKind::Not(e)
            | ExprKind::Part { base: e, .. }
            | ExprKind::Cast(e) => vec![e],
            ExprKind::Binary(_, a, b)
            | ExprKind::Cmp(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::PtrSub { a, b, .. } => vec![a, b],
            ExprKind::PtrAdd { base, index, .. } => vec![base, index],
            ExprKind::Cond(c, a, b) => vec![c, a, b],
            ExprKind::Pure(_, args) => args.iter().collect(),
            ExprKind::Quant { body, .. } => vec![body],
            ExprKind::Within { addr, size, base, length } => vec![addr, size, base, length],
            ExprKind::Since { addr, mark } => vec![addr, mark],
            ExprKind::Beside(a, b) => vec![a, b],
            ExprKind::BlockWithin { addr, base, length } => vec![addr, base, length],
        }
    }

    /// The same, to be changed.
    pub fn children_mut(&mut self) -> Vec<&mut Expr> {
        match &mut *self.kind {
            ExprKind::Const(_)
            | ExprKind::FloatConst(_)
            | ExprKind::Var(_)
            | ExprKind::Obj(_)
            | ExprKind::Func(_)
            | ExprKind::Next => vec![],
            ExprKind::Load(e, _)
            | ExprKind::Zeroed { addr: e, .. }
            | ExprKind::Unary(_, e)
            | ExprKind::FloatFn(_, e)
            | ExprKind::Not(e)
            | ExprKind::Part { base: e, .. }
            | ExprKind::Cast(e) => vec![e],
            ExprKind::Binary(_, a, b)
            | ExprKind::Cmp(_, a, b)
            | ExprKind::And(a, b)
            | ExprKind::Or(a, b)
            | ExprKind::PtrSub { a, b, .. } => vec![a, b],
            ExprKind::PtrAdd { base, index, .. } => vec![base, index],
            ExprKind::Cond(c, a, b) => vec![c, a, b],
            ExprKind::Pure(_, args) => args.iter_mut().collect(),
            ExprKind::Quant { body, .. } => vec![body],
            ExprKind::Within { addr, size, base, length } => vec![addr, size, base, length],
            ExprKind::Since { addr, mark } => vec![addr, mark],
            ExprKind::Beside(a, b) => vec![a, b],
            ExprKind::BlockWithin { addr, base, length } => vec![addr, base, length],
        }
    }

    /// `x`, `(T)x`, `(T)(U)x`
    pub fn register_below_casts(&self) -> Option<VarId> {
        match &*self.kind {
            ExprKind::Var(var) => Some(*var),
            ExprKind::Cast(inner) => inner.register_below_casts(),
            _ => None,
        }
    }
}

impl StmtKind {
    /// The register that it gives a value.
    pub fn assigned(&self) -> Option<VarId> {
        match self {
            StmtKind::Set(var, _) | StmtKind::Havoc(var) | StmtKind::Call { ret: Some(var), .. } => Some(*var),
            StmtKind::Library(
                Library::Malloc { ret, .. }
                | Library::Realloc { ret, .. }
                | Library::Room { ret, .. }
                | Library::Block { ret, .. },
            ) => Some(*ret),
            _ => None,
        }
    }

    /// The same, or the register that is declared there without a value.
    pub fn assigned_or_undefined(&self) -> Option<VarId> {
        if let StmtKind::Undefined(var) = self { Some(*var) } else { self.assigned() }
    }

    /// The expressions that stand in it.
    pub fn operands(&self) -> Vec<&Expr> {
        match self {
            StmtKind::Set(_, e)
            | StmtKind::Zero { addr: e, .. }
            | StmtKind::Branch(e, ..)
            | StmtKind::Assume(e)
            | StmtKind::Assert(e, _) => vec![e],
            StmtKind::Store { addr: a, value: b, .. } | StmtKind::Copy { dst: a, src: b, .. } => vec![a, b],
            StmtKind::Call { callee, args, .. } => match callee {
                Callee::Direct(_) => args.iter().collect(),
                Callee::Indirect(address) => args.iter().chain([address]).collect(),
            },
            StmtKind::Alloc(_, size) => size.iter().collect(),
            StmtKind::Library(library) => match library {
                Library::Malloc { size, .. } => vec![&size.count],
                Library::Free { ptr, .. }
                | Library::Given { ptr, .. }
                | Library::Room { ptr, .. }
                | Library::Block { ptr, .. } => vec![ptr],
                Library::Realloc { ptr, size, .. } => vec![ptr, &size.count],
                Library::Memcpy { dst, src, size, .. } => vec![dst, src, &size.count],
                Library::Memset { dst, value, size, .. } => vec![dst, value, &size.count],
                Library::Text { ptr, most, .. } => std::iter::once(ptr).chain(most).collect(),
                Library::Any { dst, size, .. } => {
                    std::iter::once(dst).chain(size.as_ref().map(|size| &size.count)).collect()
                }
            },
            StmtKind::Havoc(_)
            | StmtKind::Undefined(_)
            | StmtKind::Seal(_)
            | StmtKind::Leave(..)
            | StmtKind::Goto(_)
            | StmtKind::Label(_)
            | StmtKind::Return
            | StmtKind::End
            | StmtKind::Cover(_)
            | StmtKind::Atomic(_) => vec![],
        }
    }

    /// The same, to be changed.
    pub fn operands_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            StmtKind::Set(_, e)
            | StmtKind::Zero { addr: e, .. }
            | StmtKind::Branch(e, ..)
            | StmtKind::Assume(e)
            | StmtKind::Assert(e, _) => vec![e],
            StmtKind::Store { addr: a, value: b, .. } | StmtKind::Copy { dst: a, src: b, .. } => vec![a, b],
            StmtKind::Call { callee, args, .. } => match callee {
                Callee::Direct(_) => args.iter_mut().collect(),
                Callee::Indirect(address) => args.iter_mut().chain([address]).collect(),
            },
            StmtKind::Alloc(_, size) => size.iter_mut().collect(),
            StmtKind::Library(library) => match library {
                Library::Malloc { size, .. } => vec![&mut size.count],
                Library::Free { ptr, .. }
                | Library::Given { ptr, .. }
                | Library::Room { ptr, .. }
                | Library::Block { ptr, .. } => vec![ptr],
                Library::Realloc { ptr, size, .. } => vec![ptr, &mut size.count],
                Library::Memcpy { dst, src, size, .. } => vec![dst, src, &mut size.count],
                Library::Memset { dst, value, size, .. } => vec![dst, value, &mut size.count],
                Library::Text { ptr, most, .. } => std::iter::once(ptr).chain(most).collect(),
                Library::Any { dst, size, .. } => {
                    std::iter::once(dst).chain(size.as_mut().map(|size| &mut size.count)).collect()
                }
            },
            StmtKind::Havoc(_)
            | StmtKind::Undefined(_)
            | StmtKind::Seal(_)
            | StmtKind::Leave(..)
            | StmtKind::Goto(_)
            | StmtKind::Label(_)
            | StmtKind::Return
            | StmtKind::End
            | StmtKind::Cover(_)
            | StmtKind::Atomic(_) => vec![],
        }
    }
}

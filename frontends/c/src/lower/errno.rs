//! What calls of the C library leave in `errno`, in programs that mention it.
//!
//! ```text
//! f = fopen(s, "r")   →   f := …; if f is null then errno gets any number above 0 else it may get one
//! errno               →   a variable of the thread (see `models/errno.c`), in memory if its address is taken
//! ```
//!
//! Nothing sets it to zero. A call that succeeds may leave a number in it, too, unless the standard says when the function sets
//! it (C17 7.5p3): so `strtol` and its kin do in their models.

use ivl::source::Span;
use num_bigint::BigInt;

use super::designator::designator;
use super::lvalue::Place;
use super::{Key, Lower};
use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{INT, Scalar, limits};

/// The variable of the models.
pub(super) const NUMBER: &str = "__rmt_errno";
const LOCATION: &str = "__errno_location";

const DOMAIN: i64 = 33;
const RANGE: i64 = 34;
const NO_MEMORY: i64 = 12;
const INVALID: i64 = 22;

/// What a call does to the number.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Effect {
    /// What it is, or any above 0.
    Any,
    /// Any above 0 if the result is null or negative; otherwise likewise.
    Fails,
    /// If the result is null, there was no memory: surely, or perhaps.
    NoMemory { surely: bool },
    /// What it is, or one of these.
    Perhaps(&'static [i64]),
}

/// Of the program's functions and those that leave the number alone: nothing.
fn effect(name: &str) -> Option<Effect> {
    let name = ["__isoc99_", "__isoc23_"].iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name);
    let plain = name.strip_suffix("64").or(name.strip_suffix("_unlocked")).unwrap_or(name);
    Some(match plain {
        "malloc" | "calloc" | "aligned_alloc" | "valloc" => Effect::NoMemory { surely: true },
        "realloc" => Effect::NoMemory { surely: false },
        "strdup" | "strndup" => Effect::NoMemory { surely: true },
        "atoi" | "atol" | "atoll" => Effect::Perhaps(&[RANGE]),
        _ if fails(plain) => Effect::Fails,
        _ if is_of_numbers(plain) => Effect::Perhaps(&[DOMAIN, RANGE]),
        _ if leaves_alone(name) => return None,
        _ => Effect::Any,
    })
}

fn is_among(names: &str, name: &str) -> bool {
    names.split(' ').any(|known| known == name)
}

/// Functions that say what is wrong whenever their result is null or negative.
fn fails(name: &str) -> bool {
    const STREAMS: &str = "fopen fdopen freopen tmpfile fclose fflush fseek fseeko ftell ftello";
    const FILES: &str = "\
        open openat creat close read write pread pwrite lseek stat fstat lstat unlink rename remove mkdir rmdir \
        chdir chmod chown access dup dup2 pipe fcntl ioctl fsync ftruncate truncate link symlink readlink opendir \
        getcwd realpath mkstemp";
    const PROCESSES: &str = "\
        fork wait waitpid kill execv execve execvp execl execlp nanosleep clock_gettime sigaction sigprocmask setenv \
        unsetenv";
    const SOCKETS: &str = "\
        socket bind listen accept connect send sendto sendmsg recv recvfrom recvmsg setsockopt getsockopt shutdown \
        select poll";
    [STREAMS, FILES, PROCESSES, SOCKETS].iter().any(|names| is_among(names, name))
}

/// Functions of `math.h` that may leave their domain or the range of their type.
fn is_of_numbers(name: &str) -> bool {
    const NAMES: &str = "\
        sqrt pow exp exp2 exp10 expm1 log log2 log10 log1p logb sin cos tan asin acos atan atan2 sinh cosh tanh \
        asinh acosh atanh fmod remainder remquo hypot ldexp scalbn scalbln tgamma lgamma erf erfc lround llround \
        lrint llrint nextafter nexttoward fdim fma ilogb sincos";
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    is_among(NAMES, plain) || plain.strip_suffix(['f', 'l']).is_some_and(|plain| is_among(NAMES, plain))
}

/// Functions that report nothing so, and those whose models set the number.
fn leaves_alone(name: &str) -> bool {
    const STARTS: &str = "\
        __VERIFIER_ __CPROVER_ __ESBMC_ __SMACK_ __SEA_ __rmt_ rmt_ nondet __sync_ __atomic_ __c11_ atomic_ pthread_ \
        sem_ mtx_ cnd_ thrd_ tss_ isw tow mem str wcs wmem va_ hton ntoh";
    const CLASSES: &str = "\
        isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower \
        toupper toascii";
    const NAMES: &str = "\
        __errno_location assert free abs labs llabs div ldiv lldiv qsort bsearch rand srand exit abort _exit _Exit \
        atexit getenv feof ferror clearerr perror assume reach_error stpcpy stpncpy bcopy bzero ffs index rindex \
        basename dirname setjmp _setjmp longjmp time clock difftime strftime getopt getpid getppid getuid geteuid \
        getgid fabs fabsf fabsl floor floorf floorl ceil ceilf ceill trunc truncf truncl round roundf roundl rint \
        nearbyint fmax fmin fmaxf fminf copysign frexp modf cbrt __assert_fail __assert";
    let is_of_compiler = name.starts_with("__builtin_") && !name.contains("printf");
    // Numbers of types that no model has.
    let is_other = ["strtoi", "strtou", "wcsto"].iter().any(|start| name.starts_with(start));
    let is_known = !is_other || matches!(name, "strtoul" | "strtoull" | "strtoimax" | "strtoumax");
    is_of_compiler
        || is_among(CLASSES, name)
        || is_among(NAMES, name)
        || is_known && STARTS.split(' ').any(|start| name.starts_with(start))
}

/// Whether an expression is `*__errno_location()`, below parentheses.
pub(super) fn is_number(node: &Node) -> bool {
    match (node.kind, &node.inner[..]) {
        (Kind::ParenExpr, [inner]) => is_number(inner),
        (Kind::UnaryOperator, [inner]) => node.opcode.as_deref() == Some("*") && is_location(inner),
        _ => false,
    }
}

fn is_location(node: &Node) -> bool {
    match (node.kind, &node.inner[..]) {
        (Kind::ParenExpr, [inner]) => is_location(inner),
        (Kind::CallExpr, [callee]) => designator(callee).is_some_and(names_location),
        _ => false,
    }
}

/// Whether a reference is to the function that gives the address.
pub(super) fn names_location(node: &Node) -> bool {
    node.referenced_decl.as_ref().and_then(|decl| decl.name.as_deref()) == Some(LOCATION)
}

impl<'a> Lower<'a> {
    /// The place of `errno`, if an expression is that and the models have it.
    pub(super) fn number_place(&mut self, node: &'a Node, span: Span) -> Option<Place> {
        if !self.models.uses.errno || !is_number(node) {
            return None;
        }
        let slot = self.global(&(None, NUMBER.into()))?;
        Some(self.place_of(&slot, span))
    }

    /// What a call that was made leaves in `errno`. The value is that of the call.
    pub(super) fn left_in_number(&mut self, node: &'a Node, value: Option<Expr>) -> Option<Expr> {
        let key = node.inner.first().and_then(designator).and_then(|named| self.function_key(named));
        let Some(key) = key else { return value };
        let Some(mut effect) = effect(&key.1).filter(|_| !self.is_of_program(&key)) else { return value };
        let is_model = self.models.unit == Some(self.frame.unit);
        if is_model && !matches!(effect, Effect::NoMemory { .. }) {
            return value;
        }
        if let (Effect::NoMemory { surely }, Some(size)) = (&mut effect, node.inner.get(2)) {
            *surely |= self.constant(self.frame.unit, size).is_some_and(|size| size > 0.into());
        }
        let span = self.span(node);
        let value = value.map(|value| self.snapshot(value));
        let failed = value.as_ref().and_then(|value| failed(value, span));
        match (effect, failed) {
            (Effect::Fails, Some(failed)) => {
                self.call_model("__rmt_errno_any", vec![], span);
                self.only_if(span, &failed, |this| this.call_model("__rmt_errno_some", vec![], span));
            }
            (Effect::NoMemory { surely }, Some(failed)) => {
                let model = if surely { "__rmt_errno_is" } else { "__rmt_errno_perhaps" };
                let number = Expr::int(NO_MEMORY, INT, span);
                self.only_if(span, &failed, |this| this.call_model(model, vec![number], span));
            }
            (Effect::Perhaps(numbers), _) => {
                for number in numbers {
                    self.call_model("__rmt_errno_perhaps", vec![Expr::int(*number, INT, span)], span);
                }
            }
            _ => self.call_model("__rmt_errno_any", vec![], span),
        }
        value
    }

    /// A number that is read from a text, of which nothing is known: at the ends of its type it may be cut, and where it is zero
    /// there may be none.
    pub(super) fn cut_in_number(&mut self, value: &Expr, span: Span) {
        let Scalar::Int(int) = value.ty else { return };
        if !self.models.uses.errno {
            return;
        }
        let (least, most) = limits(int);
        let is =
            |n: BigInt| Expr::new(ExprKind::Cmp(CmpOp::Eq, value.clone(), Expr::int(n, value.ty, span)), INT, span);
        // No negative number is too small for what has no sign.
        let ends = if int.signed { ExprKind::Or(is(least), is(most)) } else { *is(most).kind };
        let ends = Expr::new(ends, INT, span);
        for (condition, number) in [(ends, RANGE), (is(0.into()), INVALID)] {
            self.only_if(span, &condition, |this| {
                this.call_model("__rmt_errno_perhaps", vec![Expr::int(number, INT, span)], span);
            });
        }
    }

    /// Whether a variable of the models is `errno`, of which nobody asks for the address.
    pub(super) fn is_number_alone(&self, key: &Key) -> bool {
        !self.models.errno_addressed && *key.1 == *NUMBER
    }

    fn is_of_program(&self, key: &Key) -> bool {
        self.decls.func_nodes.get(key).is_some_and(|(unit, _)| self.models.unit != Some(*unit))
    }
}

/// Null or negative; nothing where a result cannot be.
fn failed(value: &Expr, span: Span) -> Option<Expr> {
    let op = match value.ty {
        Scalar::Ptr => CmpOp::Eq,
        Scalar::Int(int) if int.signed => CmpOp::Lt,
        _ => return None,
    };
    Some(Expr::new(ExprKind::Cmp(op, value.clone(), Expr::int(0, value.ty, span)), INT, span))
}

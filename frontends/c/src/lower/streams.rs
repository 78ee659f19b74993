//! What functions of the C library use besides what their models say: streams must be open, texts must end, characters be some.
//!
//! ```text
//! fputs(text, file)   →   file is read (see `models/streams.c`), text is read up to its zero; then the call
//! ```

use ivl::source::Span;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::{INT, Scalar};

use super::Lower;
use super::literals::string_argument;

/// Which argument of a function is a stream that must be open.
fn stream(name: &str) -> Option<usize> {
    let name = name.strip_prefix("_IO_").unwrap_or(name);
    Some(match name.strip_suffix("_unlocked").unwrap_or(name) {
        "fgetc" | "getc" | "fgetwc" | "getwc" | "fseek" | "fseeko" | "ftell" | "ftello" | "rewind" | "feof"
        | "ferror" | "clearerr" | "fileno" | "readdir" | "rewinddir" | "dirfd" | "setbuf" | "setvbuf" | "fgetpos"
        | "fsetpos" | "fprintf" | "vfprintf" | "fwprintf" | "vfwprintf" | "fscanf" | "fwscanf" | "__isoc99_fscanf"
        | "__isoc23_fscanf" | "vfscanf" => 0,
        "ungetc" | "ungetwc" | "fputc" | "putc" | "fputwc" | "putwc" | "fputs" | "fputws" => 1,
        "fgets" | "fgetws" | "getline" | "freopen" => 2,
        "fread" | "fwrite" | "getdelim" => 3,
        _ => return None,
    })
}

/// A stream that a function uses without being told.
fn implied(name: &str) -> Option<&'static str> {
    Some(match name.strip_suffix("_unlocked").unwrap_or(name) {
        "getchar" | "getwchar" | "gets" | "scanf" | "wscanf" | "vscanf" | "__isoc99_scanf" | "__isoc23_scanf" => {
            "stdin"
        }
        "putchar" | "putwchar" | "puts" | "printf" | "wprintf" | "vprintf" | "vwprintf" => "stdout",
        "perror" => "stderr",
        _ => return None,
    })
}

/// A function of the models that nobody calls: it is named where a program closes a stream that is open from the start.
pub(super) const CLOSES: &str = "__rmt_closes_standard";

/// Whether a function that uses a stream leaves its indicators alone, or has a model that says what becomes of them.
fn notes_how_it_went(name: &str) -> bool {
    matches!(
        name,
        "fgetc"
            | "getc"
            | "fgetc_unlocked"
            | "getc_unlocked"
            | "fgets"
            | "fread"
            | "getline"
            | "getdelim"
            | "fseek"
            | "fseeko"
            | "fsetpos"
            | "rewind"
            | "ungetc"
            | "ungetwc"
            | "freopen"
            | "clearerr"
            | "feof"
            | "ferror"
            | "ftell"
            | "ftello"
            | "fileno"
            | "fgetpos"
            | "setbuf"
            | "setvbuf"
            | "fclose"
    )
}

/// Which arguments of a function are strings that it reads, besides those of functions with models.
pub(super) fn texts(name: &str) -> &'static [usize] {
    match name {
        "puts" | "fputs" | "perror" | "fputs_unlocked" | "system" | "getenv" | "unlink" | "remove" | "popen"
        | "unsetenv" | "putenv" | "inet_addr" | "inet_aton" | "getpwnam" | "setlocale" | "getpwnam_r" | "getgrnam"
        | "getgrnam_r" | "getgrouplist" | "gethostbyname" | "gethostbyname2" | "getprotobyname" | "wordexp" => &[0],
        "fopen" | "freopen" | "rename" | "setenv" | "fnmatch" | "getservbyname" | "crypt" => &[0, 1],
        "open" | "creat" | "stat" | "lstat" | "access" | "mkdir" | "rmdir" | "chdir" | "chmod" | "chown" | "lchown"
        | "truncate" | "readlink" | "realpath" | "opendir" | "mkfifo" | "mknod" | "chroot" | "utime" | "utimes"
        | "statvfs" | "statfs" | "pathconf" => &[0],
        "openat" | "fstatat" | "faccessat" | "mkdirat" | "unlinkat" | "readlinkat" | "fchmodat" | "fdopen" => &[1],
        "link" | "symlink" => &[0, 1],
        _ => &[],
    }
}

/// Whether such an argument may be null: calls of the system say that it is no address (`EFAULT`).
fn may_be_null(name: &str) -> bool {
    !matches!(
        name,
        "puts"
            | "fputs"
            | "fputs_unlocked"
            | "getenv"
            | "popen"
            | "fopen"
            | "fdopen"
            | "freopen"
            | "opendir"
            | "unlink"
            | "remove"
            | "rename"
            | "putenv"
            | "inet_addr"
            | "inet_aton"
            | "getpwnam"
            | "getpwnam_r"
            | "getgrnam"
            | "getgrnam_r"
            | "gethostbyname"
            | "gethostbyname2"
            | "getprotobyname"
            | "wordexp"
            | "crypt"
            | "fnmatch"
    )
}

impl<'a> Lower<'a> {
    /// Checks in front of a call what it uses. What has effects has them here.
    pub(super) fn check_uses(&mut self, name: &str, args: &'a [Node], span: Span) {
        let checks = self.config.checks;
        self.check_stream(name, args, span);
        self.check_text_overlap(name, args, span);
        self.check_character(name, args, span);
        if !checks.deref && !checks.bounds {
            return;
        }
        for arg in texts(name).iter().filter_map(|&at| args.get(at)) {
            if string_argument(arg).is_none() {
                let text = self.looked_at(arg);
                if text.ty == Scalar::Ptr {
                    let end = self.label(None);
                    if may_be_null(name) {
                        let zero = Expr::int(0, Scalar::Ptr, span);
                        let is_null = Expr::new(ExprKind::Cmp(CmpOp::Eq, text.clone(), zero), INT, span);
                        self.emit(StmtKind::Branch(is_null, end, None), span);
                    }
                    self.text(text, None, false, span);
                    self.emit(StmtKind::Label(end), span);
                }
            }
        }
    }

    /// Tables of characters have those of a signed `char`, too. What scanned functions are given is up to their callers.
    fn check_character(&mut self, name: &str, args: &'a [Node], span: Span) {
        let checks = self.config.checks;
        let ([arg], true) = (args, is_class(name)) else { return };
        let is_checked = (checks.bounds || checks.deref) && self.config.environment.is_none();
        if !is_checked || self.is_narrow(arg) {
            return;
        }
        let character = self.looked_at(arg);
        if character.constant().is_some_and(|c| (-128..=255).any(|known| *c == known.into())) {
            return;
        }
        let compare =
            |op, n: i64| Expr::new(ExprKind::Cmp(op, character.clone(), Expr::int(n, character.ty, span)), INT, span);
        let is_known = Expr::new(ExprKind::And(compare(CmpOp::Ge, -128), compare(CmpOp::Le, 255)), INT, span);
        let message = Failure::Assertion(format!("what is given to `{name}` is no character").into());
        self.emit(StmtKind::Assert(is_known, message), span);
    }

    /// Whether an argument was a character before it was converted.
    fn is_narrow(&mut self, arg: &'a Node) -> bool {
        let ty = self.ty(arg);
        if matches!(self.types.scalar(&ty), Some(Scalar::Int(int)) if int.bits <= 8) {
            return true;
        }
        let passes = matches!(arg.kind, Kind::ImplicitCastExpr | Kind::CStyleCastExpr | Kind::ParenExpr);
        passes && arg.inner.last().is_some_and(|inner| self.is_narrow(inner))
    }

    fn check_stream(&mut self, name: &str, args: &'a [Node], span: Span) {
        let closes = self.models.uses.closes;
        if let ("fclose", [arg]) = (name, args)
            && self.config.checks.deref
            && is_standard(arg)
        {
            // The models are told so by its name.
            self.function(&(None, CLOSES.into()));
        }
        if let Some(stream) = implied(name).filter(|_| closes && self.config.checks.deref)
            && let Some(slot) = self.global(&(None, stream.into()))
        {
            let place = self.place_of(&slot, span);
            let used = self.load(place, Scalar::Ptr, span);
            self.call_model("__rmt_use_stream", vec![used], span);
        }
        if self.models.uses.stream_ends
            && !notes_how_it_went(name)
            && let Some(arg) = args.iter().find(|arg| is_stream(arg))
            && !is_standard(arg)
        {
            let used = self.looked_at(arg);
            if used.ty == Scalar::Ptr {
                self.call_model("__rmt_stream_used", vec![used], span);
            }
        }
        if let Some(arg) = stream(name).and_then(|at| args.get(at))
            && self.config.checks.deref
            && (closes || !is_standard(arg))
        {
            let used = self.looked_at(arg);
            if used.ty == Scalar::Ptr {
                self.call_model("__rmt_use_stream", vec![used], span);
            }
        }
    }

    /// The value of an argument, which the call has, too.
    pub(super) fn looked_at(&mut self, arg: &'a Node) -> Expr {
        let value = self.value(arg);
        let value = self.snapshot(value);
        if !is_repeatable(arg) {
            self.frame.ahead.insert(arg.id, value.clone());
        }
        value
    }
}

/// Functions that look at a table of characters.
fn is_class(name: &str) -> bool {
    const NAMES: [&str; 14] = [
        "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace",
        "isupper", "isxdigit", "tolower", "toupper",
    ];
    NAMES.contains(&name)
}

/// Whether the value can be had again without an effect.
pub(super) fn is_repeatable(node: &Node) -> bool {
    let kinds = [
        Kind::DeclRefExpr,
        Kind::MemberExpr,
        Kind::ArraySubscriptExpr,
        Kind::ImplicitCastExpr,
        Kind::CStyleCastExpr,
        Kind::ParenExpr,
        Kind::IntegerLiteral,
    ];
    let is_address =
        |node: &Node| node.kind == Kind::UnaryOperator && matches!(node.opcode.as_deref(), Some("&" | "*" | "+" | "-"));
    let is_sum = |node: &Node| node.kind == Kind::BinaryOperator && matches!(node.opcode.as_deref(), Some("+" | "-"));
    (kinds.contains(&node.kind) || is_address(node) || is_sum(node)) && node.inner.iter().all(is_repeatable)
}

/// Whether a pointer is to a `FILE`.
fn is_stream(node: &Node) -> bool {
    let text = node.ty.as_ref().map_or("", |ty| &ty.qual);
    text.starts_with("FILE *") || text.starts_with("struct _IO_FILE *")
}

/// What the streams are called that are open from the start.
pub(super) fn is_standard_name(name: &str) -> bool {
    matches!(name, "stdin" | "stdout" | "stderr")
}

/// One of the streams that are open from the start.
fn is_standard(node: &Node) -> bool {
    match node.kind {
        Kind::DeclRefExpr => {
            let name = node.referenced_decl.as_ref().and_then(|decl| decl.name.as_deref());
            name.is_some_and(is_standard_name)
        }
        Kind::ImplicitCastExpr | Kind::ParenExpr => node.inner.last().is_some_and(is_standard),
        _ => false,
    }
}

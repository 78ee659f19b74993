//! The names by which functions and variables are linked.
//!
//! ```text
//! int stat(const char *, struct stat *) __asm__("stat64")   →   stat, which has a model
//! FILE *fopen64(const char *, const char *)                 →   fopen
//! ```

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::clang::{Kind, Node};

/// Functions about large files that are those without `64` on any machine.
const ALIKE: &str = "\
    open64 openat64 creat64 fopen64 freopen64 tmpfile64 mkstemp64 mkstemps64 mkostemp64 \
    mkostemps64 glob64 globfree64";
/// The same where offsets are of 64 bits anyhow.
const ALIKE_IF_LONG: &str = "\
    stat64 fstat64 lstat64 fstatat64 readdir64 readdir64_r scandir64 scandirat64 alphasort64 versionsort64 ftw64 \
    nftw64 pread64 pwrite64 lseek64 ftello64 fseeko64 fgetpos64 fsetpos64 mmap64 preadv64 pwritev64 truncate64 ftruncate64 getrlimit64 setrlimit64 prlimit64 \
    statfs64 fstatfs64 statvfs64 fstatvfs64 sendfile64 lockf64 fcntl64 posix_fadvise64 posix_fallocate64 fallocate64";

/// Which names are linked as others.
#[derive(Debug, Default)]
pub(super) struct Linked {
    /// Functions about large files that the program defines are its own.
    own: FxHashSet<Arc<str>>,
    /// Whether offsets are of 32 bits.
    short: bool,
}

impl Linked {
    pub(super) fn new(units: &[Arc<Node>], short: bool) -> Linked {
        let nodes = units.iter().flat_map(|unit| &unit.inner);
        let defined = nodes.filter(|node| {
            node.kind == Kind::FunctionDecl && node.inner.iter().any(|part| part.kind == Kind::CompoundStmt)
        });
        let own = defined.map(given).filter(|name| plain(name, short).is_some()).collect();
        Linked { own, short }
    }

    /// What the linker knows it by.
    pub(super) fn name(&self, node: &Node) -> Arc<str> {
        let name = given(node);
        match plain(&name, self.short) {
            Some(plain) if node.kind == Kind::FunctionDecl && !self.own.contains(&name) => plain.into(),
            _ => name,
        }
    }
}

/// The names that the C library gives to versions of its functions are left alone.
fn given(node: &Node) -> Arc<str> {
    let given = node.linked.as_deref().map(|name| name.trim_start_matches('\u{1}'));
    match given {
        Some(name) if !name.starts_with("__isoc") && !name.starts_with("__xpg_") => name.into(),
        _ => node.name().into(),
    }
}

/// The name without `64`, if the function is the same.
fn plain(name: &str, short: bool) -> Option<String> {
    let (head, tail) = name.split_once("64")?;
    let mut known = ALIKE.split_whitespace().chain(ALIKE_IF_LONG.split_whitespace().filter(|_| !short));
    known.any(|known| known == name).then(|| format!("{head}{tail}"))
}

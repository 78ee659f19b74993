//! The kinds of checks by what they say, as `docs/checks.md` has their codes: `division by zero` → `div-zero`. Which of the kinds
//! of an invalid access it is, only an execution tells.

use ivl::ast::Attribute;
use ivl::make::attr_str;

/// Starts of messages; the first that fits.
const KINDS: [(&str, &str); 39] = [
    ("assertion `", "assertion"),
    ("signed integer overflow", "overflow"),
    ("left shift", "shift"),
    ("shift by a count", "shift"),
    ("division by zero", "div-zero"),
    (crate::UNSET, "uninit"),
    ("control leaves a function", "uninit"),
    ("a stream is used that", "deref-freed"),
    ("memory is leaked", "leak"),
    ("invalid free", "free-invalid"),
    ("invalid write: to a constant", "write-constant"),
    ("invalid read: of a string", "deref-bounds"),
    ("invalid", "deref-invalid"),
    ("read out of bounds", "deref-bounds"),
    ("write out of bounds", "deref-bounds"),
    ("index out of bounds", "deref-bounds"),
    ("the size that is given", "deref-bounds"),
    ("what is given to `is", "deref-bounds"),
    ("the source and the target", "overlap"),
    ("the called pointer points to no function", "deref-invalid"),
    ("deadlock", "deadlock"),
    ("a mutex is", "lock"),
    ("a spin lock is", "lock"),
    ("a read-write lock is", "lock"),
    ("a thread locks", "lock"),
    ("a thread is joined", "lock"),
    ("a thread waits with a mutex", "lock"),
    ("reach_error()", "unreachable"),
    ("__VERIFIER_error()", "unreachable"),
    ("the label ", "unreachable"),
    ("__builtin_", "unreachable"),
    ("the loop invariant", "loop-invariant"),
    ("pointers into different blocks", "pointer"),
    ("an argument is missing", "format"),
    ("an argument is of another kind", "format"),
    ("an argument has another number", "format"),
    ("unsigned integer overflow", "unsigned"),
    ("a conversion changes", "conversion"),
    ("pointer arithmetic", "pointer-overflow"),
];

/// The attributes of an assertion that says this where it fails.
pub fn said(message: &str) -> Vec<Attribute> {
    let kind = KINDS.iter().find(|(start, _)| message.starts_with(start));
    let kind = kind.map(|(_, kind)| attr_str("check", kind));
    std::iter::once(attr_str("msg", message)).chain(kind).collect()
}

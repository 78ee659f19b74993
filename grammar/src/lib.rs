//! The intermediate verification language of rmt: a Boogie superset. Text to syntax tree and back.
//!
//! This package knows nothing of types, verdicts or solvers; front ends depend on it alone.
//!
//! - [`parse()`]: a text of a [`source::SourceMap`] → [`ast::Program`] and [`diag::Diagnostic`]s.
//! - [`format::format`]: a text with regular spaces, comments and all.
//! - `to_string()`: programs, declarations, statements, expressions and types → text that parses to the same tree.
//! - [`make`]: builders, for those who make programs.
//!
//! ```
//! use ivl::source::SourceMap;
//!
//! let mut sources = SourceMap::default();
//! let file = sources.add("a.bpl".to_string(), "procedure P() { assert 1 < 2 }".to_string());
//! let (program, diagnostics) = ivl::parse(&sources, file);
//! assert_eq!(diagnostics[0].message, "expected `;`, found `}`");
//! assert!(program.decls.is_empty());
//! ```

mod action;
pub mod ast;
mod context;
pub mod diag;
mod directive;
mod expected;
pub mod format;
pub mod make;
pub mod names;
mod parse;
mod print;
mod report;
pub mod similar;
pub mod source;
mod token;

pub use parse::parse;

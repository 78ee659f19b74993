//! Program to program: one rewriting a file.

pub mod code_expr;

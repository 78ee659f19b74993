//! Syntax tree → text, such that the text parses to the same tree (but for spans).
//!
//! That holds for every tree that came from a text, and for trees built by hand if their names are lexable (see
//! [`crate::make::legal_name`]), their strings have no line ends, their numbers are not negative, and if all parameters
//! of a function have names or none has.
//!
//! Parentheses are few but not minimal: annotations `e : T` and if-then-else get them wherever they are operands, since
//! readers need them there (and Boogie reads `e : C < f` otherwise).

mod declaration;
mod expression;
mod statement;

use std::fmt::{Display, Formatter, Result};

use crate::ast::*;
use crate::token::is_reserved;

/// Collects the text.
#[derive(Default)]
struct Printer {
    out: String,
    indent: usize,
}

impl Printer {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Ends the line and indents the next.
    fn line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("  ");
        }
    }

    fn name(&mut self, name: &Ident) {
        if is_reserved(&name.name) {
            self.out.push('\\');
        }
        self.out.push_str(&name.name);
    }

    fn list<T>(&mut self, items: &[T], mut item: impl FnMut(&mut Printer, &T)) {
        for (i, x) in items.iter().enumerate() {
            if i > 0 {
                self.put(", ");
            }
            item(self, x);
        }
    }

    fn names(&mut self, names: &[Ident]) {
        self.list(names, Printer::name);
    }

    fn type_params(&mut self, names: &[Ident]) {
        if !names.is_empty() {
            self.put("<");
            self.names(names);
            self.put(">");
        }
    }

    /// Each attribute with a blank after it.
    fn attrs(&mut self, attrs: &[Attribute]) {
        for attr in attrs {
            // Any keyword is a name here.
            self.put("{:");
            self.put(&attr.name.name);
            for (i, arg) in attr.args.iter().enumerate() {
                self.put(if i == 0 { " " } else { ", " });
                match arg {
                    AttributeArg::Str(text) => self.string(text),
                    AttributeArg::Expr(e) => self.expr(e),
                }
            }
            self.put("} ");
        }
    }

    fn string(&mut self, text: &str) {
        self.put("\"");
        self.put(&text.replace('"', "\\\""));
        self.put("\"");
        if text.ends_with('\\') {
            // The quote ends the string only if no other follows on the line.
            self.put("\n");
        }
    }

    fn ty(&mut self, ty: &Type) {
        match &ty.kind {
            TypeKind::Bool => self.put("bool"),
            TypeKind::Int => self.put("int"),
            TypeKind::Real => self.put("real"),
            TypeKind::Named(name, args) => {
                self.name(name);
                for (i, arg) in args.iter().enumerate() {
                    // An application takes all that follows as its arguments, a map takes it into its range.
                    let parentheses = match &arg.kind {
                        TypeKind::Named(_, args) => !args.is_empty(),
                        TypeKind::Map { .. } => i + 1 < args.len(),
                        _ => false,
                    };
                    self.put(if parentheses { " (" } else { " " });
                    self.ty(arg);
                    if parentheses {
                        self.put(")");
                    }
                }
            }
            TypeKind::Map { type_params, args, result } => {
                self.type_params(type_params);
                self.put("[");
                self.list(args, Printer::ty);
                self.put("]");
                self.ty(result);
            }
        }
    }

    /// `x, y: T where e, z: U`: neighbours with the same type share it. `with_attrs`: each has its attributes in front.
    fn variables(&mut self, vars: &[Variable], with_attrs: bool) {
        let part = |f: &dyn Fn(&mut Printer)| {
            let mut printer = Printer::default();
            f(&mut printer);
            printer.out
        };
        let attrs_of = |var: &Variable| if with_attrs { part(&|p| p.attrs(&var.attrs)) } else { String::new() };
        let rest_of = |var: &Variable| {
            part(&|p| {
                p.put(": ");
                p.ty(&var.ty);
                if let Some(e) = &var.where_clause {
                    p.put(" where ");
                    p.expr(e);
                }
            })
        };
        let mut pending: Option<(String, String)> = None;
        for var in vars {
            let (attrs, rest) = (attrs_of(var), rest_of(var));
            match &pending {
                Some((old_attrs, old_rest)) if (old_attrs, old_rest) == (&attrs, &rest) => self.put(", "),
                Some((_, old_rest)) => {
                    self.out.push_str(old_rest);
                    self.put(", ");
                    self.put(&attrs);
                }
                None => self.put(&attrs),
            }
            self.name(&var.name);
            pending = Some((attrs, rest));
        }
        if let Some((_, rest)) = pending {
            self.put(&rest);
        }
    }
}

/// Texts of trees: `to_string()` prints them.
macro_rules! display {
    ($($node:ty: $print:expr;)*) => {
        $(impl Display for $node {
            fn fmt(&self, f: &mut Formatter<'_>) -> Result {
                let mut printer = Printer::default();
                let print: fn(&mut Printer, &$node) = $print;
                print(&mut printer, self);
                f.write_str(&printer.out)
            }
        })*
    };
}

display! {
    Program: Printer::program;
    Decl: Printer::decl;
    Stmt: Printer::stmt;
    Expr: Printer::expr;
    Type: Printer::ty;
    Ident: Printer::name;
    Attribute: |p, attr| {
        p.attrs(std::slice::from_ref(attr));
        p.out.truncate(p.out.trim_end().len());
    };
}

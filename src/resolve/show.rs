//! Types as users write them, for messages.

use std::fmt::Write;

use super::Resolver;
use super::infer::{Shape, Ty};
use crate::base::ids::TypeId;
use crate::ir::Type;

/// Where types are cut off, in bytes. Types share parts, so that their text may be of any length.
const MAX_LENGTH: usize = 500;

impl Resolver<'_> {
    /// The type as text; what is not known yet is `?`, and what is too long is `…`.
    pub(super) fn show(&self, ty: Ty) -> String {
        let mut out = String::new();
        self.show_at(ty, false, 0, &mut out);
        out
    }

    pub(super) fn show_id(&self, ty: TypeId) -> String {
        self.show(Ty::ground(ty))
    }

    /// `atom`: in parentheses unless it is one word. `depth` counts the enclosing binders, whose variables are named
    /// by level.
    fn show_at(&self, ty: Ty, atom: bool, depth: u32, out: &mut String) {
        if out.len() > MAX_LENGTH {
            out.push('…');
            return;
        }
        match self.infer.shape(ty) {
            Shape::Error => out.push_str("<unknown>"),
            Shape::Var(_) => out.push('?'),
            Shape::Basic(basic) => self.show_basic(&basic, depth, out),
            Shape::Con(con, args) => {
                let parens = atom && !args.is_empty();
                out.push_str(if parens { "(" } else { "" });
                out.push_str(&self.program.type_cons[con].name);
                for arg in args {
                    out.push(' ');
                    self.show_at(arg, true, depth, out);
                }
                out.push_str(if parens { ")" } else { "" });
            }
            Shape::Map { binders, args, result } => {
                out.push_str(if atom { "(" } else { "" });
                let inner = depth + u32::from(binders > 0);
                if binders > 0 {
                    let names: Vec<String> = (0..binders).map(|i| bound_name(depth, i)).collect();
                    let _ = write!(out, "<{}>", names.join(", "));
                }
                out.push('[');
                for (i, arg) in args.into_iter().enumerate() {
                    out.push_str(if i > 0 { ", " } else { "" });
                    self.show_at(arg, false, inner, out);
                }
                out.push(']');
                self.show_at(result, false, inner, out);
                out.push_str(if atom { ")" } else { "" });
            }
        }
    }

    fn show_basic(&self, ty: &Type, depth: u32, out: &mut String) {
        let _ = match ty {
            Type::Bool => write!(out, "bool"),
            Type::Int => write!(out, "int"),
            Type::Real => write!(out, "real"),
            Type::Bv(width) => write!(out, "bv{width}"),
            Type::Float { exponent, significand } => write!(out, "float{significand}e{exponent}"),
            Type::RoundingMode => write!(out, "rmode"),
            Type::String => write!(out, "string"),
            Type::Regex => write!(out, "regex"),
            Type::Param(p) => write!(out, "{}", self.program.type_params[*p]),
            Type::Bound { depth: d, index } => write!(out, "{}", bound_name(depth.wrapping_sub(d + 1), *index)),
            Type::Map { .. } | Type::Con(..) => Ok(()),
        };
    }
}

/// The name of a variable of a map type's binder; binders are anonymous once resolved.
fn bound_name(level: u32, index: u32) -> String {
    let letter = char::from(b'a' + (index % 26) as u8);
    if level == 0 { letter.to_string() } else { format!("{letter}{level}") }
}

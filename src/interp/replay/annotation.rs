//! What attributes say about the original source, and what they ask to print.
//!
//! ```text
//! assert {:sourcefile "a.c"} {:sourceline 12} true;    SDV: the position of what follows
//! assume {:sourceloc "a.c", 12, 3} true;               SMACK: the same, with a column
//! assume {:print "x is", x} true;                      a line of output
//! call {:cexpr "x"} boogie_si_record_i32(e);           the value of a C expression
//! ```

use num_traits::ToPrimitive;

use crate::ir::{Attr, Attribute, AttributeValue, ExprKind, Program, attributes_of, string_attribute};
use crate::verdict::execution::SourceLine;

/// Procedures whose calls record a value for traces.
pub fn records_value(procedure: &str) -> bool {
    procedure.starts_with("boogie_si_record_")
}

/// The C expression whose value a call records.
pub fn recorded_expression(attrs: &[Attribute]) -> Option<&str> {
    string_attribute(attrs, Attr::CExpr)
}

/// The position that the attributes give, built upon the one before when they give only a part. `None`: they give
/// none; `Some(None)`: they say that what follows stands nowhere in the source (file `?` or line 0).
pub fn source_line(program: &Program, attrs: &[Attribute], before: Option<&SourceLine>) -> Option<Option<SourceLine>> {
    let mut file: Option<&str> = None;
    let mut line = None;
    let mut column = None;
    for attr in attrs {
        match attr.known() {
            Some(Attr::SourceFile) => file = text(attr, 0),
            Some(Attr::SourceLine) => line = number(program, attr, 0),
            Some(Attr::SourceLoc) => {
                file = text(attr, 0);
                line = number(program, attr, 1);
                column = number(program, attr, 2);
            }
            _ => {}
        }
    }
    let line = line?;
    let file = file.or(before.map(|b| &*b.file))?.to_string();
    let nowhere = line == 0 || file == "?";
    Some((!nowhere).then_some(SourceLine { file, line, column }))
}

fn text(attr: &Attribute, index: usize) -> Option<&str> {
    match attr.args.get(index)? {
        AttributeValue::Str(s) | AttributeValue::Text(s) => Some(s),
        AttributeValue::Expr(_) => None,
    }
}

fn number(program: &Program, attr: &Attribute, index: usize) -> Option<u32> {
    match attr.args.get(index)? {
        AttributeValue::Expr(e) => match program.exprs.kind(*e) {
            ExprKind::Int(n) => n.to_u32(),
            _ => None,
        },
        AttributeValue::Str(s) | AttributeValue::Text(s) => s.trim().parse().ok(),
    }
}

/// The arguments of each `{:print …}`.
pub fn prints(attrs: &[Attribute]) -> impl Iterator<Item = &[AttributeValue]> {
    attributes_of(attrs, Attr::Print).map(|a| &a.args[..])
}

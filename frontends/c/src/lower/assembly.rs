//! Inline assembly: what does nothing that a program can see, and what is taken for changing its outputs alone.

use ivl::source::Span;

use crate::cir::*;
use crate::clang::{Kind, Node};

use super::Lower;

/// Instructions that wait a moment, or order accesses to memory, which have one order anyway.
const NOTHING: [&str; 16] = [
    "", "nop", "pause", "rep", "rep nop", "yield", "isb", "sev", "wfe", "mfence", "lfence", "sfence", "dmb ish",
    "dmb sy", "dsb sy", "fence",
];

impl<'a> Lower<'a> {
    /// Inline assembly: any outputs.
    pub(super) fn asm(&mut self, node: &'a Node, span: Span) {
        if self.does_nothing(node, span) {
            return;
        }
        if !self.config.havoc_asm {
            return self.error("inline assembly is not supported (--havoc-asm gives its outputs any value)", span);
        }
        self.notes.assumptions.insert("inline assembly changes nothing but its outputs".to_string());
        for operand in &node.inner {
            // Outputs are the lvalues among the operands; inputs are read values.
            let is_value = operand.kind == Kind::UnaryOperator && operand.opcode.as_deref() != Some("*");
            if is_value || operand.kind == Kind::ImplicitCastExpr || !super::decl::is_expr(operand) {
                continue;
            }
            if matches!(
                operand.kind,
                Kind::DeclRefExpr | Kind::MemberExpr | Kind::ArraySubscriptExpr | Kind::UnaryOperator | Kind::ParenExpr
            ) {
                let ty = self.ty(operand);
                if let Some(scalar) = self.types.scalar(&ty)
                    && let Some(place) = self.place(operand)
                {
                    let any = self.temp(scalar, span);
                    self.emit(StmtKind::Havoc(any), span);
                    self.store(place, Expr::new(ExprKind::Var(any), scalar, span), span);
                }
            }
        }
    }

    /// Whether assembly is a pause, a barrier, or keeps the compiler from knowing a value: it has no output but what it is
    /// given.
    fn does_nothing(&mut self, node: &Node, span: Span) -> bool {
        let written = match &node.loc {
            Some(place) => self.files.token(self.sources, Some(place)),
            None => span,
        };
        let Some(source) = self.sources.get(written.file) else { return false };
        let Some(text) = source.text.get(written.start as usize..) else { return false };
        let Some((template, outputs)) = parts(text) else { return false };
        let does_nothing = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            NOTHING.contains(&words.join(" ").as_str()) || line.trim_start().starts_with('#')
        };
        template.split([';', '\n']).all(does_nothing) && !outputs.contains("\"=")
    }
}

/// The template and the text of the outputs; `None`: it is not written as string literals.
fn parts(text: &str) -> Option<(String, &str)> {
    let (_, mut rest) = text.split_once('(')?;
    let mut template = String::new();
    loop {
        rest = rest.trim_start();
        if let Some(inner) = rest.strip_prefix('"') {
            let end = inner.find('"').filter(|&end| !inner[..end].ends_with('\\'))?;
            template += &inner[..end].replace("\\n", "\n").replace("\\t", " ");
            rest = &inner[end + 1..];
        } else if let Some(operands) = rest.strip_prefix(':') {
            let end = operands.find([':', ';']).unwrap_or(operands.len());
            return Some((template, &operands[..end]));
        } else {
            return rest.starts_with(')').then_some((template, ""));
        }
    }
}

//! Inline assembly: what does nothing that a program can see, and what is taken for changing its outputs alone.

use ivl::source::Span;

use crate::cir::*;
use crate::clang::{Kind, Node};
use crate::types::Scalar;

use super::Lower;

/// Instructions that wait a moment, or order accesses to memory, which have one order anyway.
const NOTHING: [&str; 16] = [
    "", "nop", "pause", "rep", "rep nop", "yield", "isb", "sev", "wfe", "mfence", "lfence", "sfence", "dmb ish",
    "dmb sy", "dsb sy", "fence",
];

/// What is said with every verdict on a program that has some.
const ASSUMPTION: &str = "inline assembly changes nothing but its outputs";

impl<'a> Lower<'a> {
    /// Inline assembly: any outputs.
    pub(super) fn asm(&mut self, node: &'a Node, span: Span) {
        let text = self.asm_text(node, span);
        if text.as_ref().is_some_and(|text| text.jumps) {
            return self.error("inline assembly that jumps is not supported", span);
        }
        if text.as_ref().is_some_and(AsmText::does_nothing) {
            return;
        }
        if text.as_ref().is_some_and(AsmText::traps) {
            return self.emit(StmtKind::End, span);
        }
        let operands: Vec<&'a Node> = node.inner.iter().filter(|n| super::decl::is_expr(n)).collect();
        let outputs = match &text {
            // They come first.
            Some(text) => operands.get(..text.outputs.len()).unwrap_or(&operands),
            None => &operands,
        };
        if !self.config.havoc_asm {
            let hint = "is not supported (--havoc-asm takes it for changing nothing but its outputs)";
            match &text {
                None => {
                    return self.error(format!("inline assembly that is not written as string literals {hint}"), span);
                }
                Some(text) if text.clobbers_memory && operands.iter().any(|operand| self.is_address(operand)) => {
                    return self.error(format!("inline assembly that may write through a pointer {hint}"), span);
                }
                Some(_) => {}
            }
        }
        self.notes.assumptions.insert(ASSUMPTION.to_string());
        for output in outputs {
            // Where it is not known how many outputs there are, inputs are among them, which are values.
            let is_place = |kind: &Kind| !matches!(kind, Kind::ImplicitCastExpr);
            if text.is_none() && !is_place(&output.kind) {
                continue;
            }
            let ty = self.ty(output);
            let Some(scalar) = self.types.scalar(&ty) else {
                self.error("an output of inline assembly that is no number or pointer is not supported", span);
                continue;
            };
            if let Some(place) = self.place(output) {
                let any = self.temp(scalar, span);
                self.emit(StmtKind::Havoc(any), span);
                self.store(place, Expr::new(ExprKind::Var(any), scalar, span), span);
            }
        }
    }

    /// Inline assembly outside of functions.
    pub(super) fn asm_of_file(&mut self) {
        self.notes.assumptions.insert(ASSUMPTION.to_string());
    }

    fn is_address(&mut self, operand: &'a Node) -> bool {
        let ty = self.ty(operand);
        self.types.scalar(&ty).is_none_or(|scalar| scalar == Scalar::Ptr)
    }

    fn asm_text(&mut self, node: &Node, span: Span) -> Option<AsmText> {
        let written = match &node.loc {
            Some(place) => self.files.token(self.sources, Some(place)),
            None => span,
        };
        AsmText::parse(self.sources.get(written.file)?.text.get(written.start as usize..)?)
    }
}

/// What is written between the brackets.
struct AsmText {
    template: String,
    /// The constraint of each.
    outputs: Vec<String>,
    clobbers_memory: bool,
    /// Whether it names labels.
    jumps: bool,
}

impl AsmText {
    /// `None`: something there stands for a macro.
    fn parse(text: &str) -> Option<AsmText> {
        let (head, rest) = text.split_once('(')?;
        let mut found = AsmText {
            template: String::new(),
            outputs: vec![],
            clobbers_memory: false,
            jumps: head.split_whitespace().any(|word| word.trim_matches('_') == "goto"),
        };
        if found.jumps {
            return Some(found);
        }
        // 0: the template, 1: outputs, 2: inputs, 3: what is clobbered.
        let (mut section, mut depth, mut rest) = (0, 0, rest);
        loop {
            rest = rest.trim_start();
            let next = rest.chars().next()?;
            let mut length = next.len_utf8();
            match next {
                '"' => {
                    let literal = literal(rest)?;
                    length = literal.len() + 2;
                    match section {
                        0 => found.template += &literal.replace("\\n", "\n").replace("\\t", " "),
                        1 if depth == 0 => found.outputs.push(literal.to_string()),
                        3 => found.clobbers_memory |= literal == "memory",
                        _ => {}
                    }
                }
                '\\' => {}
                '/' if rest.starts_with("/*") => length = rest.find("*/")? + 2,
                '/' if rest.starts_with("//") => length = rest.find('\n')?,
                '(' | '[' => depth += 1,
                ']' => depth -= 1,
                ')' if depth == 0 => return Some(found),
                ')' => depth -= 1,
                ':' if depth == 0 => section += 1,
                // Words stand within the brackets of operands alone.
                ',' => {}
                _ if depth == 0 => return None,
                _ => {}
            }
            rest = &rest[length..];
        }
    }

    /// Whether it ends the program, as `BUG()` of Linux does.
    fn traps(&self) -> bool {
        let first = self.template.split([';', '\n']).map(str::trim).find(|line| !line.is_empty());
        first.is_some_and(|line| line == "ud2" || line == "1: ud2")
    }

    /// Whether it is a pause, a barrier, or keeps the compiler from knowing a value: it has no output but what it is given.
    fn does_nothing(&self) -> bool {
        let does_nothing = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            NOTHING.contains(&words.join(" ").as_str()) || line.trim_start().starts_with('#')
        };
        self.template.split([';', '\n']).all(does_nothing) && !self.outputs.iter().any(|output| output.starts_with('='))
    }
}

/// What stands in the string literal at the start.
fn literal(text: &str) -> Option<&str> {
    let inner = &text[1..];
    let mut escaped = false;
    let end = inner.find(|c| {
        let ends = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    Some(&inner[..end])
}

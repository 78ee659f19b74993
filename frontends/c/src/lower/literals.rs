//! Literals of text.

use crate::clang::{Kind, Node};

/// The units of a literal as clang prints it: quotes, an optional prefix, escapes. Without the final zero.
pub(super) fn string_units(text: &str, size: u64) -> Option<Vec<u32>> {
    let start = text.find('"')?;
    let body = text[start + 1..].strip_suffix('"')?;
    let mut units = vec![];
    let mut push = |c: u32, raw: bool| {
        if raw || size > 1 {
            units.push(c);
        } else {
            let mut buffer = [0; 4];
            let c = char::from_u32(c).unwrap_or('?');
            units.extend(c.encode_utf8(&mut buffer).bytes().map(u32::from));
        }
    };
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            push(c as u32, false);
            continue;
        }
        let e = chars.next()?;
        match e {
            'n' => push(10, true),
            't' => push(9, true),
            'r' => push(13, true),
            'a' => push(7, true),
            'b' => push(8, true),
            'f' => push(12, true),
            'v' => push(11, true),
            'e' => push(27, true),
            'x' => {
                let mut value = 0u32;
                while let Some(d) = chars.peek().and_then(|c| c.to_digit(16)) {
                    value = value.wrapping_mul(16) + d;
                    chars.next();
                }
                push(if size == 1 { value & 255 } else { value }, true);
            }
            '0'..='7' => {
                let mut value = e.to_digit(8)?;
                for _ in 0..2 {
                    let Some(d) = chars.peek().and_then(|c| c.to_digit(8)) else { break };
                    value = value * 8 + d;
                    chars.next();
                }
                push(value & if size == 1 { 255 } else { u32::MAX }, true);
            }
            'u' | 'U' => {
                let digits: String = chars.by_ref().take(if e == 'u' { 4 } else { 8 }).collect();
                push(u32::from_str_radix(&digits, 16).ok()?, false);
            }
            other => push(other as u32, true),
        }
    }
    Some(units)
}

/// The text of an argument that is a literal.
pub(super) fn string_argument(node: &Node) -> Option<String> {
    match node.kind {
        Kind::StringLiteral => {
            let units = string_units(node.value_text()?, 1)?;
            Some(units.into_iter().filter_map(char::from_u32).collect())
        }
        Kind::ImplicitCastExpr | Kind::ParenExpr | Kind::CStyleCastExpr => string_argument(node.inner.last()?),
        _ => None,
    }
}

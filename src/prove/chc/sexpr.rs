//! S-expressions.

/// An atom or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sexpr<'t> {
    Atom(&'t str),
    List(Vec<Sexpr<'t>>),
}

impl<'t> Sexpr<'t> {
    pub fn atom(&self) -> Option<&'t str> {
        match self {
            Sexpr::Atom(text) => Some(text),
            Sexpr::List(_) => None,
        }
    }

    pub fn list(&self) -> Option<&[Sexpr<'t>]> {
        match self {
            Sexpr::Atom(_) => None,
            Sexpr::List(items) => Some(items),
        }
    }

    /// The list behind that word at its head.
    pub fn after(&self, head: &str) -> Option<&[Sexpr<'t>]> {
        match self.list()? {
            [first, rest @ ..] if first.atom() == Some(head) => Some(rest),
            _ => None,
        }
    }
}

/// All expressions of a text; what is not complete at its end is left out.
pub fn read(text: &str) -> Vec<Sexpr<'_>> {
    let mut open: Vec<Vec<Sexpr>> = vec![Vec::new()];
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let length = match next {
            '(' => {
                open.push(Vec::new());
                1
            }
            ')' => {
                if open.len() > 1
                    && let Some(done) = open.pop()
                    && let Some(around) = open.last_mut()
                {
                    around.push(Sexpr::List(done));
                }
                1
            }
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '|' | '"' => {
                let end = rest[1..].find(next).map_or(rest.len(), |at| at + 2);
                let atom = if next == '|' { rest[..end].trim_matches('|') } else { &rest[..end] };
                push(&mut open, atom);
                end
            }
            c if c.is_whitespace() => c.len_utf8(),
            _ => {
                let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';' | '|' | '"');
                let end = rest.find(ends).unwrap_or(rest.len());
                push(&mut open, &rest[..end]);
                end
            }
        };
        rest = &rest[length..];
    }
    open.into_iter().next().unwrap_or_default()
}

fn push<'t>(open: &mut [Vec<Sexpr<'t>>], atom: &'t str) {
    if let Some(around) = open.last_mut() {
        around.push(Sexpr::Atom(atom));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_nested_lists() {
        let text = "sat ((define-fun |a b| ((x!0 Int)) Bool ; note )\n (<= x!0 (- 1))))";
        let all = read(text);
        assert_eq!(all[0], Sexpr::Atom("sat"));
        let define = &all[1].list().unwrap()[0];
        assert_eq!(define.after("define-fun").unwrap()[0], Sexpr::Atom("a b"));
        assert_eq!(define.list().unwrap().len(), 5);
    }

    #[test]
    fn half_a_text_is_what_is_complete() {
        assert_eq!(read("a (b (c) (d"), [Sexpr::Atom("a")]);
    }
}

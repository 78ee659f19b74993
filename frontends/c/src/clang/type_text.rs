//! Types as clang prints them, read back: `struct S *(*)[4]` → pointer to an array of 4 pointers to `struct S`.

use std::rc::Rc;
use std::sync::Arc;

use crate::types::{FuncType, IntType, Type, TypeRef};

/// Where names of types are looked up.
pub trait Names {
    fn typedef(&self, name: &str) -> Option<TypeRef>;
    /// `struct S`, `union S`, `enum S`, or an anonymous one by its place.
    fn tag(&mut self, keyword: &str, name: &str) -> TypeRef;
    fn target32(&self) -> bool;
    /// Whether `char` without a sign is unsigned.
    fn unsigned_char(&self) -> bool;
    /// The type of a variable, for `typeof`.
    fn variable(&self, name: &str) -> Option<TypeRef>;
    /// The type of a member of a record.
    fn member(&self, record: &Type, name: &str) -> Option<TypeRef>;
}

/// `None` if the text is not understood.
pub fn parse(text: &str, names: &mut dyn Names) -> Option<TypeRef> {
    let tokens = tokenize(text)?;
    let mut parser = Parser { tokens: &tokens, at: 0, names };
    let ty = parser.type_name()?;
    (parser.at == tokens.len()).then_some(ty)
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    /// `(anonymous struct at FILE:LINE:COL)` and its kin: the place.
    Anonymous(String),
    /// The text between square brackets.
    Bracket(String),
    Punct(char),
    Dots,
}

fn tokenize(text: &str) -> Option<Vec<Token>> {
    let bytes = text.as_bytes();
    let mut tokens = vec![];
    let mut i = 0;
    while i < bytes.len() {
        let c = bytes[i] as char;
        if c.is_ascii_whitespace() {
            i += 1;
        } else if c.is_ascii_alphanumeric() || c == '_' || c == '$' || !c.is_ascii() {
            let start = i;
            while i < bytes.len() && (bytes[i].is_ascii_alphanumeric() || b"_$".contains(&bytes[i]) || bytes[i] >= 128)
            {
                i += 1;
            }
            tokens.push(Token::Word(text[start..i].to_string()));
        } else if c == '(' && (text[i..].starts_with("(anonymous") || text[i..].starts_with("(unnamed")) {
            let end = i + closing(&bytes[i..], b'(', b')')?;
            let place = text[i..end].split_once(" at ").map_or("", |(_, place)| place);
            tokens.push(Token::Anonymous(place.to_string()));
            i = end + 1;
        } else if c == '[' {
            let end = i + closing(&bytes[i..], b'[', b']')?;
            tokens.push(Token::Bracket(text[i + 1..end].trim().to_string()));
            i = end + 1;
        } else if text[i..].starts_with("...") {
            tokens.push(Token::Dots);
            i += 3;
        } else if text[i..].starts_with("::") {
            // `S::(anonymous at …)`: the qualifier says nothing.
            tokens.pop();
            i += 2;
        } else if "()*,^&.->".contains(c) {
            tokens.push(Token::Punct(c));
            i += 1;
        } else {
            return None;
        }
    }
    Some(tokens)
}

fn closing(bytes: &[u8], open: u8, close: u8) -> Option<usize> {
    let mut depth = 0;
    for (i, &b) in bytes.iter().enumerate() {
        if b == open {
            depth += 1;
        } else if b == close {
            depth -= 1;
            if depth == 0 {
                return Some(i);
            }
        }
    }
    None
}

enum Suffix {
    Array(Option<u64>),
    Vla(Arc<str>),
    Func { params: Vec<TypeRef>, variadic: bool, unprototyped: bool },
}

struct Parser<'a> {
    tokens: &'a [Token],
    at: usize,
    names: &'a mut dyn Names,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn punct(&mut self, c: char) -> bool {
        let found = self.peek() == Some(&Token::Punct(c));
        self.at += usize::from(found);
        found
    }

    fn type_name(&mut self) -> Option<TypeRef> {
        let base = self.specifiers()?;
        self.declarator(base)
    }

    fn specifiers(&mut self) -> Option<TypeRef> {
        let mut words: Vec<String> = vec![];
        let mut base: Option<TypeRef> = None;
        while let Some(token) = self.peek().cloned() {
            let Token::Word(word) = token else { break };
            self.at += 1;
            match word.as_str() {
                "const" | "volatile" | "restrict" | "__restrict" | "_Noreturn" | "inline" | "__unaligned" => {}
                "_Atomic" => {
                    if self.punct('(') {
                        base = Some(self.type_name()?);
                        self.punct(')').then_some(())?;
                    }
                }
                "__attribute__" => self.attribute()?,
                "typeof" | "__typeof__" | "__typeof" => base = Some(self.type_of()?),
                "struct" | "union" | "enum" => {
                    let name = match self.peek()?.clone() {
                        Token::Word(name) => name,
                        Token::Anonymous(place) => place,
                        _ => return None,
                    };
                    self.at += 1;
                    // `struct T::(anonymous …)` leaves the place behind the dropped qualifier.
                    let name = match self.peek() {
                        Some(Token::Anonymous(place)) => {
                            let place = place.clone();
                            self.at += 1;
                            place
                        }
                        _ => name,
                    };
                    base = Some(self.names.tag(&word, &name));
                }
                "unsigned" | "signed" | "int" | "char" | "short" | "long" | "float" | "double" | "void" | "_Bool"
                | "__int128" | "_Complex" | "bool" => words.push(word),
                "__builtin_va_list" | "va_list" | "__va_list_tag" if base.is_none() && words.is_empty() => {
                    base = Some(Rc::new(Type::VaList));
                }
                _ if base.is_none() && words.is_empty() => base = Some(self.names.typedef(&word)?),
                _ => return None,
            }
        }
        match base {
            Some(base) if words.is_empty() => Some(base),
            Some(_) => None,
            None => self.builtin(&words),
        }
    }

    /// `(T)` or `(e)` after `typeof`: places and what is near them.
    fn type_of(&mut self) -> Option<TypeRef> {
        self.punct('(').then_some(())?;
        let start = self.at;
        if let Some(ty) = self.type_name()
            && self.punct(')')
        {
            return Some(ty);
        }
        self.at = start;
        let ty = self.place()?;
        self.punct(')').then_some(ty)
    }

    /// The type of `*e`, `&e`, `(T)e`, `e->m`, `e.m`, `e[i]`, `x`.
    fn place(&mut self) -> Option<TypeRef> {
        if self.punct('*') {
            let of = self.place()?;
            return pointee(&of);
        }
        if self.punct('&') {
            return Some(Rc::new(Type::Ptr(self.place()?)));
        }
        let mut ty = None;
        if self.punct('(') {
            let start = self.at;
            if let Some(cast) = self.type_name()
                && self.punct(')')
            {
                // What is cast follows.
                self.place()?;
                return Some(cast);
            }
            self.at = start;
            ty = Some(self.place()?);
            self.punct(')').then_some(())?;
        }
        if ty.is_none() {
            let Token::Word(word) = self.peek()?.clone() else { return None };
            self.at += 1;
            ty = match word.parse::<u64>() {
                Ok(_) => Some(Rc::new(Type::Int(IntType::INT))),
                Err(_) => Some(self.names.variable(&word)?),
            };
        }
        let mut ty = ty?;
        loop {
            if let Some(Token::Bracket(_)) = self.peek() {
                self.at += 1;
                ty = pointee(&ty)?;
            } else if self.punct('.') {
                ty = self.member(&ty)?;
            } else if self.peek() == Some(&Token::Punct('-'))
                && self.tokens.get(self.at + 1) == Some(&Token::Punct('>'))
            {
                self.at += 2;
                let record = pointee(&ty)?;
                ty = self.member(&record)?;
            } else {
                return Some(ty);
            }
        }
    }

    fn member(&mut self, record: &Type) -> Option<TypeRef> {
        let Token::Word(name) = self.peek()?.clone() else { return None };
        self.at += 1;
        self.names.member(record, &name)
    }

    fn builtin(&self, words: &[String]) -> Option<TypeRef> {
        let count = |w: &str| words.iter().filter(|x| *x == w).count();
        if words.is_empty() || count("_Complex") > 0 {
            return None;
        }
        let signed = count("unsigned") == 0;
        let long = if self.names.target32() { 32 } else { 64 };
        Some(Rc::new(if count("void") > 0 {
            Type::Void
        } else if count("_Bool") + count("bool") > 0 {
            Type::Int(IntType::BOOL)
        } else if count("float") > 0 {
            Type::Float(32)
        } else if count("double") > 0 {
            Type::Float(if count("long") > 0 { 80 } else { 64 })
        } else if count("char") > 0 {
            let plain = count("signed") + count("unsigned") == 0;
            Type::Int(IntType::new(8, signed && !(plain && self.names.unsigned_char())))
        } else if count("short") > 0 {
            Type::Int(IntType::new(16, signed))
        } else if count("__int128") > 0 {
            Type::Int(IntType::new(128, signed))
        } else {
            match count("long") {
                0 => Type::Int(IntType::new(32, signed)),
                1 => Type::Int(IntType::new(long, signed)),
                _ => Type::Int(IntType::new(64, signed)),
            }
        }))
    }

    /// `((…))` after `__attribute__`; vectors are not understood.
    fn attribute(&mut self) -> Option<()> {
        self.punct('(').then_some(())?;
        let mut depth = 1;
        while depth > 0 {
            match self.peek()? {
                Token::Punct('(') => depth += 1,
                Token::Punct(')') => depth -= 1,
                Token::Word(w) if w.contains("vector_size") || w.contains("ext_vector") => return None,
                _ => {}
            }
            self.at += 1;
        }
        Some(())
    }

    fn declarator(&mut self, mut base: TypeRef) -> Option<TypeRef> {
        loop {
            match self.peek() {
                Some(Token::Punct('*')) => {
                    self.at += 1;
                    base = Rc::new(Type::Ptr(base));
                }
                Some(Token::Word(w)) if w == "__attribute__" => {
                    self.at += 1;
                    self.attribute()?;
                }
                Some(Token::Word(w))
                    if ["const", "volatile", "restrict", "__restrict", "_Atomic"].contains(&w.as_str()) =>
                {
                    self.at += 1;
                }
                _ => break,
            }
        }
        let nested = self.peek() == Some(&Token::Punct('('))
            && matches!(self.tokens.get(self.at + 1), Some(Token::Punct('*' | '(') | Token::Bracket(_)));
        let inner = if nested {
            self.at += 1;
            let start = self.at;
            let mut depth = 1;
            while depth > 0 {
                match self.peek()? {
                    Token::Punct('(') => depth += 1,
                    Token::Punct(')') => depth -= 1,
                    _ => {}
                }
                self.at += 1;
            }
            Some((start, self.at - 1))
        } else {
            None
        };
        let mut suffixes = vec![];
        loop {
            match self.peek().cloned() {
                Some(Token::Bracket(text)) => {
                    self.at += 1;
                    let text = if text == "*" { "" } else { text.trim() };
                    let text = ["static ", "const ", "restrict "].iter().fold(text, |t, q| t.trim_start_matches(q));
                    suffixes.push(match text.parse::<u64>() {
                        Ok(n) => Suffix::Array(Some(n)),
                        Err(_) if text.is_empty() => Suffix::Array(None),
                        Err(_) => Suffix::Vla(text.into()),
                    });
                }
                Some(Token::Punct('(')) => {
                    self.at += 1;
                    suffixes.push(self.params()?);
                }
                Some(Token::Word(w)) if w == "__attribute__" => {
                    self.at += 1;
                    self.attribute()?;
                }
                _ => break,
            }
        }
        for suffix in suffixes.into_iter().rev() {
            base = Rc::new(match suffix {
                // How large its rows are is known where they are made.
                Suffix::Array(Some(n)) if matches!(*base, Type::Vla(..)) => Type::Vla(base, n.to_string().into()),
                Suffix::Array(n) => Type::Array(base, n),
                Suffix::Vla(text) => Type::Vla(base, text),
                Suffix::Func { params, variadic, unprototyped } => {
                    Type::Func(Rc::new(FuncType { ret: base, params, variadic, unprototyped }))
                }
            });
        }
        let Some((start, end)) = inner else { return Some(base) };
        let mut parser = Parser { tokens: &self.tokens[..end], at: start, names: self.names };
        let ty = parser.declarator(base)?;
        (parser.at == end).then_some(ty)
    }

    fn params(&mut self) -> Option<Suffix> {
        let mut params = vec![];
        let mut variadic = false;
        if self.punct(')') {
            return Some(Suffix::Func { params, variadic, unprototyped: true });
        }
        loop {
            if self.peek() == Some(&Token::Dots) {
                self.at += 1;
                variadic = true;
            } else {
                params.push(self.type_name()?);
            }
            if self.punct(')') {
                break;
            }
            self.punct(',').then_some(())?;
        }
        if params.len() == 1 && *params[0] == Type::Void {
            params.clear();
        }
        Some(Suffix::Func { params, variadic, unprototyped: false })
    }
}

/// What a pointer points to, or an array consists of.
fn pointee(ty: &Type) -> Option<TypeRef> {
    match ty {
        Type::Ptr(inner) | Type::Array(inner, _) | Type::Vla(inner, _) => Some(inner.clone()),
        _ => None,
    }
}

/// Whether a type's text, as clang writes it, says that an object or its elements are constant.
pub fn is_constant(text: &str) -> bool {
    // `int (*const f[2])(const char *)` → `const`
    let declarator = text.split_once("(*").map_or(text, |(_, inner)| inner);
    let element = declarator.split(['[', ')']).next().unwrap_or("");
    let own = element.rsplit_once('*').map_or(element, |(_, own)| own);
    own.split(' ').any(|word| word == "const")
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Plain(Vec<String>);

    impl Names for Plain {
        fn typedef(&self, name: &str) -> Option<TypeRef> {
            (name == "u32").then(|| Rc::new(Type::Int(IntType::new(32, false))))
        }
        fn tag(&mut self, _: &str, name: &str) -> TypeRef {
            self.0.push(name.to_string());
            Rc::new(Type::Record(self.0.len() - 1))
        }
        fn target32(&self) -> bool {
            false
        }
        fn unsigned_char(&self) -> bool {
            false
        }
        fn variable(&self, name: &str) -> Option<TypeRef> {
            (name == "p").then(|| Rc::new(Type::Ptr(Rc::new(Type::Record(7)))))
        }
        fn member(&self, record: &Type, name: &str) -> Option<TypeRef> {
            (*record == Type::Record(7) && name == "m").then(|| Rc::new(Type::Int(IntType::INT)))
        }
    }

    #[test]
    fn reads_declarators() {
        let int = || Rc::new(Type::Int(IntType::INT));
        let mut names = Plain(vec![]);
        let mut get = |text: &str| parse(text, &mut names).unwrap_or_else(|| panic!("internal: `{text}`"));
        assert_eq!(*get("int *const"), Type::Ptr(int()));
        assert_eq!(*get("int[3][4]"), Type::Array(Rc::new(Type::Array(int(), Some(4))), Some(3)));
        assert_eq!(*get("int (*)[4]"), Type::Ptr(Rc::new(Type::Array(int(), Some(4)))));
        let Type::Ptr(f) = &*get("u32 (*)(u32, void *)") else { panic!("internal: no pointer") };
        assert!(matches!(&**f, Type::Func(f) if f.params.len() == 2 && !f.variadic));
        let Type::Array(f, Some(3)) = &*get("int (*[3])(const char *, ...)") else { panic!("internal: no array") };
        assert!(matches!(&**f, Type::Ptr(_)));
        assert_eq!(*get("struct T::(anonymous at a.c:1:2)"), Type::Record(0));
        assert_eq!(*get("union (unnamed union at t (1).c:2:44)"), Type::Record(1));
        assert_eq!(*get("unsigned long long"), Type::Int(IntType::new(64, false)));
        assert_eq!(*get("const typeof (((typeof (*p) *)0)->m) *"), Type::Ptr(int()));
        assert_eq!(*get("typeof ((*p).m)"), *int());
        assert_eq!(*get("typeof (&p[2])"), Type::Ptr(Rc::new(Type::Record(7))));
        assert_eq!(names.0, ["a.c:1:2", "t (1).c:2:44"]);
    }

    #[test]
    fn objects_are_constant_or_what_they_point_to() {
        for text in
            ["const int", "const struct s [2]", "char *const", "const char *const [3]", "int (*const [2])(char *)"]
        {
            assert!(is_constant(text), "{text}");
        }
        for text in ["int", "const char *", "const char *[3]", "char *const *", "int (*)(int, const int)", "constant"] {
            assert!(!is_constant(text), "{text}");
        }
    }
}

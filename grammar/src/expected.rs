//! Syntax errors in human words: what was found, and what the grammar would have taken instead.

use crate::similar::similar;
use crate::token::Token;

/// The token that was found.
pub fn describe(token: Token, text: &str) -> String {
    const MAX_SHOWN: usize = 40;
    let shown: String = match text.chars().count() > MAX_SHOWN {
        true => text.chars().take(MAX_SHOWN).chain(['…']).collect(),
        false => text.to_string(),
    };
    match token {
        Token::Ident => format!("the name `{shown}`"),
        Token::Str => format!("the string {shown}"),
        Token::Digits | Token::BvLiteral | Token::Decimal | Token::Float => format!("the number `{shown}`"),
        Token::Bounds => format!("the bounds `{shown}`"),
        _ => format!("`{shown}`"),
    }
}

/// Terminals that stand for something larger; all of `signs` must be expected.
struct Larger {
    name: &'static str,
    signs: &'static [&'static str],
    /// What it covers, so that it is not listed again.
    covers: &'static [&'static str],
}

const LARGER: [Larger; 6] = [
    Larger {
        name: "a declaration",
        signs: &["procedure", "function", "const"],
        covers: &[
            "axiom",
            "const",
            "datatype",
            "function",
            "hideable",
            "implementation",
            "procedure",
            "pure",
            "revealed",
            "type",
            "var",
        ],
    },
    Larger {
        name: "a statement",
        signs: &["assert", "assume", "havoc"],
        covers: &[
            "assert",
            "assume",
            "async",
            "break",
            "call",
            "free",
            "goto",
            "havoc",
            "hide",
            "identifier",
            "if",
            "measure",
            "par",
            "pop",
            "push",
            "return",
            "reveal",
            "while",
            "yield",
        ],
    },
    Larger {
        name: "an expression",
        signs: &["old", "integer", "("],
        covers: &[
            "!",
            "(",
            "-",
            "RNA",
            "RNE",
            "RTN",
            "RTP",
            "RTZ",
            "bit-vector",
            "decimal",
            "false",
            "float",
            "identifier",
            "if",
            "int",
            "integer",
            "old",
            "real",
            "roundNearestTiesToAway",
            "roundNearestTiesToEven",
            "roundTowardNegative",
            "roundTowardPositive",
            "roundTowardZero",
            "string",
            "true",
            "|{",
        ],
    },
    Larger {
        name: "a type",
        signs: &["int", "bool"],
        covers: &["int", "bool", "real", "(", "[", "map <", "identifier"],
    },
    Larger {
        name: "an operator",
        signs: &["**"],
        covers: &[
            "!=", "&&", "*", "**", "+", "++", "-", "->", "/", ":", "<", "<:", "<=", "<==", "<==>", "==", "==>", ">",
            ">=", "[", "div", "is", "mod", "||", "(",
        ],
    },
    Larger {
        name: "an operator",
        signs: &["<==>"],
        covers: &[
            "!=", "&&", "*", "**", "+", "++", "-", "->", "/", ":", "<", "<:", "<=", "<==", "<==>", "==", "==>", ">",
            ">=", "[", "div", "is", "mod", "||",
        ],
    },
];

/// What would have been right, in a few words.
pub fn list(expected: &[String]) -> String {
    let mut rest: Vec<&str> = expected.iter().map(|e| e.trim_matches('"')).collect();
    let mut larger = Vec::new();
    for group in &LARGER {
        if group.signs.iter().all(|sign| rest.contains(sign)) {
            rest.retain(|e| !group.covers.contains(e));
            larger.push(group.name.to_string());
        }
    }
    // What ends something is the best guess; synonyms and rarities come last.
    let rank = |e: &str| match e {
        ";" | "}" | ")" | "]" | "}|" => 0,
        ":=" | "," | "::" | ":" | "then" | "else" => 1,
        "identifier" => 2,
        "∀" | "∃" | "λ" | "hideable" | "revealed" | "pure" | "measure" | "complete" | "extends" => 9,
        _ => 3,
    };
    rest.sort_by_key(|e| rank(e));
    if rest.len() + larger.len() > 1 {
        rest.retain(|e| rank(e) < 9);
    }
    let mut items: Vec<String> = rest.into_iter().map(name).collect();
    match items.iter().position(|_| true) {
        // What is larger goes first, unless the end of something is at hand.
        Some(_) if larger.len() == 1 && larger[0] == "an operator" => items.append(&mut larger),
        _ => items = larger.into_iter().chain(items).collect(),
    }
    const MAX_LISTED: usize = 4;
    items.truncate(MAX_LISTED);
    match items.pop() {
        // Nothing is when a declaration is complete.
        None => "a declaration".to_string(),
        Some(last) if items.is_empty() => last,
        Some(last) => format!("{} or {last}", items.join(", ")),
    }
}

fn name(terminal: &str) -> String {
    match terminal {
        "identifier" => "a name".to_string(),
        "integer" | "decimal" | "float" | "bit-vector" => "a number".to_string(),
        "string" => "a string".to_string(),
        "map <" => "`<`".to_string(),
        "bounds" => "bounds".to_string(),
        other => format!("`{other}`"),
    }
}

/// The word that begins a declaration or a statement, where one of nearly the same letters stands.
pub fn keyword(word: &str, expected: &[String]) -> Option<&'static str> {
    const DECLARATIONS: [&str; 8] =
        ["axiom", "const", "datatype", "function", "implementation", "procedure", "type", "var"];
    const STATEMENTS: [&str; 9] = ["assert", "assume", "break", "call", "goto", "havoc", "if", "return", "while"];
    let would_take = |terminal: &str| expected.iter().any(|e| e.trim_matches('"') == terminal);
    // Behind a name that may be assigned, or be a label.
    let words = match (would_take(":=") && would_take(":"), would_take("procedure")) {
        (true, _) => &STATEMENTS[..],
        (_, true) => &DECLARATIONS[..],
        _ => return None,
    };
    similar(word, words.iter().copied())
}

/// Advice for mistakes that the list of terminals does not explain. `before` stands in front of what was found.
pub fn advice(found: Token, text: &str, before: &str, expected: &[String]) -> Option<&'static str> {
    let would_take = |terminal: &str| expected.iter().any(|e| e.trim_matches('"') == terminal);
    match found {
        Token::Ident | Token::True | Token::False if would_take("&&") && before == "not" => Some("negation is `!`"),
        Token::Ident if would_take("&&") && text == "xor" => Some("exclusive disjunction is `!=`"),
        Token::Ident if would_take("&&") && text == "implies" => Some("implication is `==>`"),
        Token::Ident if would_take("&&") && text == "iff" => Some("equivalence is `<==>`"),
        Token::Arrow if before == "<" => Some("equivalence is `<==>`"),
        Token::Ident if would_take("&&") && text == "and" => Some("conjunction is `&&`"),
        Token::Ident if would_take("||") && text == "or" => Some("disjunction is `||`"),
        Token::Or if would_take("&&") => Some("`&&` and `||` do not mix without parentheses"),
        Token::And if would_take("||") => Some("`&&` and `||` do not mix without parentheses"),
        Token::Implies if would_take("<==") => Some("`==>` and `<==` do not mix without parentheses"),
        Token::Explies if would_take("<==>") => Some("`==>` and `<==` do not mix without parentheses"),
        Token::Eq | Token::Neq | Token::Lt | Token::Le | Token::Gt | Token::Ge | Token::PartialOrder
            if would_take("&&") =>
        {
            Some("comparisons do not chain without parentheses")
        }
        Token::Bar if would_take("||") => Some("disjunction is `||`"),
        Token::Equals if would_take("==") => Some("equality is `==`, assignment is `:=`"),
        Token::Equals if would_take(":=") => Some("assignment is `:=`"),
        Token::Equals if would_take("where") => {
            Some("a variable is declared first, and assigned by a statement of its own")
        }
        Token::Concat if would_take(":=") => Some("there is no `++` for variables: `x := x + 1;`"),
        Token::Plus | Token::Minus if would_take(":=") => Some("there is no `+=`: `x := x + 1;`"),
        // In front of the body of `if` and `while`.
        _ if !found.is_keyword() && would_take("(") && would_take("{") && expected.len() <= 3 => {
            Some("conditions stand in parentheses")
        }
        Token::SymForall | Token::SymExists | Token::SymLambda | Token::Forall | Token::Exists | Token::Lambda
            if would_take("old") =>
        {
            Some("quantifiers and lambda expressions stand in parentheses")
        }
        Token::Var if would_take("assert") => Some("variables are declared at the beginning of the body"),
        Token::Int | Token::Bool | Token::Real if would_take("assert") => {
            Some("variables are declared at the beginning of the body: `var x: int;`")
        }
        Token::Int | Token::Bool if would_take("procedure") => Some("this is read as Boogie; files of C end in `.c`"),
        _ if expected.len() == 1 && would_take("{") => Some("a body stands in braces"),
        Token::Else | Token::Then if would_take("assert") => None,
        _ if found.is_keyword() && would_take("identifier") && !would_take("old") => {
            Some("this word is reserved: take another name, or put a backslash in front")
        }
        _ => None,
    }
}

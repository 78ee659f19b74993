//! Hostile and huge inputs: an answer in time, without a stack overflow (these tests run on the small stacks that tests
//! have), and with a diagnostic where something is too much.

mod common;

use std::time::{Duration, Instant};

use common::{Parsed, parse};

fn text(name: &str, text: String) -> Parsed {
    let start = Instant::now();
    let size = text.len();
    let parsed = parse(name, text.into_bytes());
    // Far more than any of these takes; what takes the square of its size takes longer.
    assert!(start.elapsed() < Duration::from_secs(20), "{name}: {size} bytes took {:?}", start.elapsed());
    parsed
}

fn accepted(name: &str, source: String) -> Parsed {
    let parsed = text(name, source);
    assert!(parsed.diagnostics.is_empty(), "{name}: {}", parsed.diagnostics[0].message);
    let printed = parsed.program.to_string();
    let again = text(name, printed.clone());
    assert!(again.diagnostics.is_empty(), "{name}: {}", again.diagnostics[0].message);
    assert!(again.program.to_string() == printed, "{name}: printing is not stable");
    parsed
}

fn rejected(name: &str, source: String, message: &str) {
    let parsed = text(name, source);
    let Some(first) = parsed.diagnostics.first() else { panic!("{name}: accepted") };
    assert!(first.message.contains(message), "{name}: {}", first.message);
    // Rendering must work, too.
    assert!(parsed.diagnostics.len() <= 50 && !parsed.rendered().is_empty());
}

fn nested(open: &str, inner: &str, close: &str, depth: usize) -> String {
    [&open.repeat(depth), inner, &close.repeat(depth)].concat()
}

#[test]
fn deep_expressions() {
    for (open, close) in [
        ("(", ")"),
        ("-", ""),
        ("!", ""),
        ("f(", ")"),
        ("m[", "]"),
        ("a + (", ")"),
        ("if a then b else ", ""),
        ("a ==> ", ""),
    ] {
        accepted(open, format!("axiom {};", nested(open, "x", close, 4_900)));
        rejected(open, format!("axiom {};", nested(open, "x", close, 50_000)), "nested too deeply");
    }
    for chain in [" && x", " + x", "[x]", "->f", " : int"] {
        accepted(chain, format!("axiom x{};", chain.repeat(4_900)));
        rejected(chain, format!("axiom x{};", chain.repeat(50_000)), "nested too deeply");
    }
    let quantifier = "(forall x: int :: { f(x) } ";
    accepted("quantifiers", format!("axiom {};", nested(quantifier, "x", ")", 4_900)));
    let trigger = "(forall x: int :: { ";
    accepted("triggers", format!("axiom {};", nested(trigger, "x", " } x)", 450)));
    rejected("triggers", format!("axiom {};", nested(trigger, "x", " } x)", 2_000)), "nested too deeply");
    let attribute = "(forall x: int :: {:a ";
    accepted("attributes", format!("axiom {};", nested(attribute, "x", "} x)", 450)));
    let code = "|{ A: return ";
    accepted("code", format!("axiom {};", nested(code, "x", "; }|", 450)));
    // Long chains between brackets of any kind add up.
    let chain = format!("|{{ A: return {}", "!".repeat(100));
    rejected("chains in code", format!("axiom {};", nested(&chain, "x", "; }|", 400)), "nested too deeply");
    let chain = format!("(forall x: int :: {{ {}", "!".repeat(100));
    rejected("chains in triggers", format!("axiom {};", nested(&chain, "x", " } x)", 400)), "nested too deeply");
}

#[test]
fn deep_types() {
    for (open, close) in [("[int]", ""), ("[", "]int"), ("C (", ")"), ("<a>[a]", "")] {
        accepted(open, format!("var x: {};", nested(open, "int", close, 190)));
        rejected(open, format!("var x: {};", nested(open, "int", close, 4_000)), "type nested too deeply");
        rejected(open, format!("var x: {};", nested(open, "int", close, 30_000)), "nested too deeply");
    }
    accepted("arguments", format!("var x: C{};", " int".repeat(50_000)));
}

#[test]
fn deep_statements() {
    let body = |text: String| format!("procedure P() {{ {text} }}");
    accepted("if", body(nested("if (*) { ", "", "}", 490)));
    rejected("if", body(nested("if (*) { ", "", "}", 50_000)), "nested too deeply");
    accepted("while", body(nested("while (*) { ", "", "}", 490)));
    accepted("else if", body(format!("if (*) {{ }}{}", " else if (x) { y := 1; }".repeat(1_990))));
    rejected("else if", body(format!("if (*) {{ }}{}", " else if (x) { }".repeat(50_000))), "nested too deeply");
}

#[test]
fn unbalanced() {
    for piece in
        ["(", ")", "[", "]", "{", "}", "|{", "}|", "procedure P() {", "if", "else {", "var", ",", ":", "/*", "\""]
    {
        let parsed = text(piece, piece.repeat(30_000));
        assert!(!parsed.diagnostics.is_empty() && parsed.diagnostics.len() <= 50, "{piece}");
        text(piece, format!("procedure P() {{ x := {}; }}", piece.repeat(30_000)));
    }
}

#[test]
fn lexical_floods() {
    for piece in [
        "/* /",
        "\"\\\"",
        "\"a\\\" ",
        "#if x\n",
        "#else\n",
        "#if !x\n",
        " #endif\n",
        "0x1.",
        "1e",
        "1.",
        "0x",
        "@",
        "é",
        "\\",
    ] {
        text(piece, piece.repeat(50_000));
        text(piece, format!("const x: int;\n{}", format!("{piece}\n").repeat(50_000)));
    }
    accepted("nested comments", format!("{}{}", "/*".repeat(50_000), "*/".repeat(50_000)));
    accepted("long name", format!("const {}: int;", "x".repeat(5_000_000)));
    accepted("long string", format!("axiom {{:a \"{}\"}} true;", "x\\".repeat(1_000_000)));
    accepted("blanks", format!("const x{}: int;", "\r\n \t".repeat(1_000_000)));
}

#[test]
fn huge_numbers() {
    accepted("integer", format!("axiom {} == x;", "9".repeat(10_000)));
    rejected("integer", format!("axiom {} == x;", "9".repeat(2_000_000)), "at most 10000 digits");
    rejected("bit vector", format!("axiom {}bv8 == x;", "9".repeat(2_000_000)), "at most 10000 digits");
    rejected("width", format!("axiom 1bv{} == x;", "9".repeat(2_000_000)), "the width of a bit vector");
    rejected("fraction", format!("axiom 0.{} == x;", "9".repeat(2_000_000)), "at most 10000 digits");
    rejected("exponent", format!("axiom 1e{} == x;", "9".repeat(2_000_000)), "an exponent lies between");
    rejected("bounds", format!("axiom x[{}:0] == x;", "9".repeat(2_000_000)), "the bound of an extraction");
}

#[test]
fn copies() {
    let names = |n: usize| (0..n).map(|i| format!("x{i}")).collect::<Vec<_>>().join(", ");
    let many = names(50_000);
    let big = format!("C{}", " int".repeat(50_000));
    accepted("names", format!("var {many}: int;"));
    rejected("names", format!("var {many}: {big};"), "too large to be shared");
    rejected("parameters", format!("procedure P({many}: {big});"), "too large to be shared");
    rejected("function", format!("function f({many}: {big}): int;"), "too large to be shared");
    rejected("where", format!("var {many}: int where f({many}) == 0;"), "too large to be shared");
    rejected("deep where", format!("var x, y: int where {};", nested("f(", "x", ")", 4_000)), "too large to be shared");
    rejected(
        "attributes",
        format!("var {{:a {many}}} {}: int;", many.replace(',', ": int,")),
        "too large to be shared",
    );
    accepted("types", format!("type {many};"));
    rejected("types", format!("type {{:a {many}}} {many};"), "too large to be shared");
}

#[test]
fn many() {
    // Long rather than deep, as generated programs are.
    accepted("statements", format!("procedure P() {{ {} }}", "x := x + 1; call y := Q(x, z);\n".repeat(50_000)));
    accepted("blocks", format!("procedure P() {{ {} }}", "A: assume x > y; goto A, B;\nB: goto A;\n".repeat(50_000)));
    accepted(
        "declarations",
        "function {:inline} f(x: int, y: [int]bool): bool { y[x] }\naxiom f(1, z);\n".repeat(30_000),
    );
    accepted("specifications", format!("procedure P();{}", "requires x > 0;\nmodifies y;\n".repeat(50_000)));
    accepted("arguments", format!("axiom f({}x);", "x, ".repeat(50_000)));
    rejected("errors", "const x int;\n".repeat(50_000), "expected `:`");
    rejected("lexical errors", "@ x\n".repeat(50_000), "unexpected character");
    rejected("concurrency", "yield procedure P();\n".repeat(50_000), "CIVL");
}

#[test]
fn encodings() {
    let decls = |bytes: &[u8]| {
        let parsed = parse("encodings", bytes.to_vec());
        assert!(parsed.diagnostics.is_empty(), "{}", parsed.rendered());
        parsed.program.decls.len()
    };
    assert_eq!(decls(b"\xef\xbb\xbfconst x: int;"), 1);
    assert_eq!(decls(b"const x: int;\r\n// comment\r\nconst y: int;\r\n"), 2);
    assert_eq!(decls(b"const x: int; // \xe4\xf6\xfc\nconst y: int;"), 2);
    assert_eq!(decls(b"axiom {:a \"\xff\xfe\"} true;"), 1);
    assert_eq!(decls(b"// old\rconst x: int;\r"), 1);
    assert_eq!(decls(b""), 0);
    assert_eq!(decls(b"   // nothing\n"), 0);
}

//! The programs whose phases are measured.

use std::fmt::Write;

/// A name and a text of Boogie.
pub struct Text {
    pub name: &'static str,
    pub text: String,
}

/// Samples of the repository, and a program like those that front ends generate.
pub fn texts() -> Vec<Text> {
    let sample = |name, text: &str| Text { name, text: text.to_string() };
    vec![
        sample("driver", include_str!("../samples/driver.bpl")),
        sample("compiler", include_str!("../samples/compiler.bpl")),
        Text { name: "generated", text: generated(1000) },
    ]
}

/// That many procedures in a row, each with memory accesses, a branch and a call of the next one.
fn generated(procedures: usize) -> String {
    let mut text =
        String::from("type ref = int;\nvar M: [ref]int;\nprocedure main() { call P0(1); assert M[0] == 0; }\n");
    for i in 0..procedures {
        let call = if i + 1 < procedures { format!("call P{}(p + 1);", i + 1) } else { String::new() };
        // Writing to a text cannot fail.
        let _ = writeln!(
            text,
            "procedure P{i}(p: ref) modifies M; {{\n  var x: int;\n  assume {{:sourceloc \"file.c\", {i}, 3}} true;\n  \
             x := M[p];\n  if (x mod 2 == {}) {{ M[p] := x + {i}; }} else {{ M[p + 1] := x; }}\n  {call}\n}}",
            i % 2
        );
    }
    text
}

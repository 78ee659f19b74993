//! Programs with threads as Boogie has them.

use std::fmt;

use super::{ALL, Condition, Index, Place, Program, Stmt, Term};

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Global(n) => write!(f, "g{n}"),
            Place::Local(n) => write!(f, "l{n}"),
            Place::Element(map, Index::Number(n)) => write!(f, "m{map}[{n}]"),
            Place::Element(map, Index::Local(n)) => write!(f, "m{map}[l{n}]"),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.place, self.offset) {
            (None, n) => write!(f, "{n}"),
            (Some(place), 0) => write!(f, "{place}"),
            (Some(place), n) => write!(f, "{place} + {n}"),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.left, if self.equal { "==" } else { "!=" }, self.right)
    }
}

fn block(f: &mut fmt::Formatter<'_>, stmts: &[Stmt]) -> fmt::Result {
    stmts.iter().try_for_each(|stmt| write!(f, "{stmt}"))
}

impl fmt::Display for Stmt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stmt::Assign(place, term) => writeln!(f, "{place} := {term};"),
            Stmt::Swap(global, local, term) => writeln!(f, "g{global}, l{local} := {term}, g{global};"),
            Stmt::Assume(c) => writeln!(f, "assume {c};"),
            Stmt::Assert(c) => writeln!(f, "assert {c};"),
            Stmt::If(c, then, otherwise) => {
                writeln!(f, "if ({c}) {{")?;
                block(f, then)?;
                writeln!(f, "}} else {{")?;
                block(f, otherwise)?;
                writeln!(f, "}}")
            }
            Stmt::Either(one, other) => {
                writeln!(f, "if (*) {{")?;
                block(f, one)?;
                writeln!(f, "}} else {{")?;
                block(f, other)?;
                writeln!(f, "}}")
            }
            Stmt::While(c, stmts) => {
                match c {
                    Some(c) => writeln!(f, "while ({c}) {{")?,
                    None => writeln!(f, "while (*) {{")?,
                }
                block(f, stmts)?;
                writeln!(f, "}}")
            }
            Stmt::Atomic(stmts) => {
                writeln!(f, "call corral_atomic_begin();")?;
                block(f, stmts)?;
                writeln!(f, "call corral_atomic_end();")
            }
            Stmt::Call(p) => writeln!(f, "call p{p}();"),
            Stmt::Spawn(p) => writeln!(f, "async call p{p}();"),
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = (0..ALL).map(|n| format!("g{n}")).collect();
        writeln!(
            f,
            "var {}: int;\nprocedure corral_atomic_begin();\nprocedure corral_atomic_end();",
            names.join(", ")
        )?;
        let has_maps = self.procs.iter().flatten().any(|stmt| stmt.to_string().contains('['));
        if has_maps {
            writeln!(f, "var m0, m1: [int]int;\nfunction {{:builtin \"MapConst\"}} all(n: int): [int]int;")?;
        }
        for (number, stmts) in self.procs.iter().enumerate() {
            let mark = if number == 0 { "{:entrypoint} " } else { "" };
            writeln!(f, "procedure {mark}p{number}() {{\nvar l0, l1: int;\nl0 := 0; l1 := 0;")?;
            if number == 0 {
                names.iter().try_for_each(|name| writeln!(f, "{name} := 0;"))?;
                if has_maps {
                    writeln!(f, "m0 := all(0);\nm1 := all(0);")?;
                }
            }
            block(f, stmts)?;
            writeln!(f, "}}")?;
        }
        Ok(())
    }
}

//! Property files of SV-COMP: what is to be checked, and where executions begin.
//!
//! ```text
//! CHECK( init(main()), LTL(G ! call(reach_error())) )
//! CHECK( init(main()), LTL(G valid-deref) )
//! ```

use std::path::Path;

use ivl::diag::Diagnostic;
use ivl::source::Span;

use crate::config::{Checks, Config};

/// What a property file asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The text, as reports and witnesses give it.
    pub text: String,
    pub entry: String,
    pub checks: Checks,
    /// Functions that must not be called. Assertions that fail end the program, and are no violation.
    pub error_functions: Vec<String>,
    /// Of the memory that is left at the end, what is still pointed to does not count. [`Checks::leak`] counts it, so a
    /// leak that is found may be none.
    pub tracked_only: bool,
}

/// Why a text is no property.
#[derive(Debug)]
enum Mistake {
    Empty,
    /// The line.
    Unsupported(String),
}

impl std::fmt::Display for Mistake {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Mistake::Empty => f.write_str("no property"),
            Mistake::Unsupported(line) => write!(f, "the property `{line}` is not supported"),
        }
    }
}

impl Property {
    /// Reads a property file; where it does not exist, its name may be that of a well-known one. Errors: there is no such
    /// file, or it asks for something that is not supported.
    pub fn read(path: &Path) -> Result<Property, Diagnostic> {
        let mistake = |message: String| Diagnostic::error(format!("{}: {message}", path.display()), Span::NONE);
        let text = match (std::fs::read(path), path.file_name().and_then(|n| n.to_str())) {
            (Ok(bytes), _) => ivl::source::decode(bytes),
            (Err(_), Some("unreach-call.prp")) => "CHECK( init(main()), LTL(G ! call(reach_error())) )".to_string(),
            (Err(_), Some("no-overflow.prp")) => "CHECK( init(main()), LTL(G ! overflow) )".to_string(),
            (Err(_), Some("no-data-race.prp")) => "CHECK( init(main()), LTL(G ! data-race) )".to_string(),
            (Err(_), Some("valid-memcleanup.prp")) => "CHECK( init(main()), LTL(G valid-memcleanup) )".to_string(),
            (Err(_), Some("valid-memsafety.prp")) => ["free", "deref", "memtrack"]
                .map(|kind| format!("CHECK( init(main()), LTL(G valid-{kind}) )"))
                .join("\n"),
            (Err(error), _) => return Err(mistake(error.to_string())),
        };
        Property::parse(&text).map_err(|e| mistake(e.to_string()))
    }

    /// Reads the text of a property file.
    fn parse(text: &str) -> Result<Property, Mistake> {
        let mut property = Property {
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
            entry: "main".to_string(),
            checks: Checks::default(),
            error_functions: vec![],
            tracked_only: false,
        };
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//"));
        let mut empty = true;
        for line in lines {
            empty = false;
            let compact: String = line.chars().filter(|c| !c.is_whitespace()).collect();
            let unsupported = || Mistake::Unsupported(line.to_string());
            let inner = compact.strip_prefix("CHECK(init(").and_then(|rest| rest.strip_suffix("))"));
            let (entry, formula) = inner.and_then(|rest| rest.split_once("()),LTL(")).ok_or_else(unsupported)?;
            property.entry = entry.to_string();
            match formula {
                "Gvalid-deref" => property.checks.deref = true,
                "Gvalid-free" => property.checks.free = true,
                "Gvalid-memcleanup" => {
                    property.checks.leak = true;
                    property.checks.cleanup = true;
                }
                "Gvalid-memtrack" => {
                    property.checks.leak = true;
                    property.tracked_only = true;
                }
                "G!overflow" => property.checks.overflow = true,
                "G!data-race" => property.checks.race = true,
                formula => {
                    let call = formula.strip_prefix("G!call(").and_then(|f| f.strip_suffix("())"));
                    property.error_functions.push(call.ok_or_else(unsupported)?.to_string());
                }
            }
        }
        if empty { Err(Mistake::Empty) } else { Ok(property) }
    }

    /// The configuration with what the property asks for, and nothing else checked. By the rules of SV-COMP, allocations
    /// succeed.
    pub fn configure(&self, config: &Config) -> Config {
        Config {
            entry: self.entry.clone(),
            checks: self.checks,
            assertions: false,
            malloc_never_fails: true,
            error_functions: self.error_functions.clone(),
            ..config.clone()
        }
    }
}

/// What a configuration checks, as far as a property file can say it.
pub fn specification(config: &Config) -> String {
    let Checks { deref, bounds, free, leak, overflow, race, .. } = config.checks;
    let formulas = [
        (config.assertions, "! call(reach_error())"),
        (deref || bounds, "valid-deref"),
        (free, "valid-free"),
        (leak, "valid-memcleanup"),
        (overflow, "! overflow"),
        (race, "! data-race"),
    ];
    let checked = formulas.iter().filter(|(checked, _)| *checked);
    let lines = checked.map(|(_, formula)| format!("CHECK( init({}()), LTL(G {formula}) )", config.entry));
    lines.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_checked_reads_as_a_property() {
        let checks = Checks { deref: true, free: true, leak: true, cleanup: true, overflow: true, ..Checks::default() };
        let text = specification(&Config { checks, entry: "f".into(), ..Config::default() });
        let property = Property::parse(&text.replace(") CHECK", ")\nCHECK")).expect("supported");
        assert_eq!((property.entry.as_str(), property.checks), ("f", checks));
        assert_eq!(property.error_functions, ["reach_error"]);
    }

    #[test]
    fn properties_are_read() {
        let call = Property::parse("CHECK( init(main()), LTL(G ! call(reach_error())) )\n").expect("supported");
        assert_eq!((call.entry.as_str(), call.error_functions), ("main", vec!["reach_error".to_string()]));
        let memory = Property::read(Path::new("no/such/folder/valid-memsafety.prp")).expect("well-known");
        assert!(memory.checks.deref && memory.checks.free && memory.checks.leak && memory.tracked_only);
        let overflow = Property::parse("CHECK(init(f()),LTL(G ! overflow))").expect("supported");
        assert!(overflow.checks.overflow && overflow.entry == "f" && overflow.error_functions.is_empty());
        for text in [
            "",
            "CHECK( init(main()), LTL(F end) )",
            "CHECK(",
            "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
        ] {
            assert!(Property::parse(text).is_err(), "{text}");
        }
    }
}

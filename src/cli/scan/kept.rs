//! What is kept of questions about functions: that nothing was found, or that there was no answer. Violations are found anew,
//! since they are told with places.
//!
//! The key is the program that the function and its environment are, without its places: what stands elsewhere in the
//! file, and where, does not matter.

use std::path::Path;

use sha2::{Digest, Sha256};

use super::finding::{Far, nothing};
use super::{Found, Rest, Scan};
use crate::cli::suite::{Done, Store, identity};
use crate::report::told::Told;

/// Where answers are kept, if they are.
pub struct Kept(Option<Store>);

impl Kept {
    /// Errors: the folder cannot be made.
    pub fn open(folder: Option<&Path>) -> std::io::Result<Kept> {
        folder.map(Store::open).transpose().map(Kept)
    }

    /// The key of a question. `None`: nothing is kept.
    pub fn key(&self, scan: &Scan<'_>, program: &ivl::ast::Program) -> Option<String> {
        self.0.as_ref()?;
        let limits = format!("{:?} {}", scan.limits, scan.args.bound);
        let text = without_places(&program.to_string());
        let hash = Sha256::digest([identity()?, limits, text].join("\0"));
        Some(hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect())
    }

    pub fn read(&self, key: Option<&String>) -> Option<Found> {
        let done = self.0.as_ref()?.read(key?)?;
        let told = Told::read(done.lines.first()?).ok()?;
        let (bound, paths) = (told.bound.map(Far::Bound), told.paths.map(Far::Paths));
        let rest = match told.verdict.as_str() {
            "nothing-found" => Rest::Nothing(bound.or(paths).unwrap_or(Far::All)),
            "unknown" => Rest::Undecided(told.reason?.detail?, bound.or(paths).unwrap_or_default()),
            _ => return None,
        };
        Some(Found { violations: vec![], rest })
    }

    pub fn write(&self, key: Option<&String>, found: &Found) {
        if !found.violations.is_empty() {
            return;
        }
        let line = match &found.rest {
            Rest::Nothing(far) => nothing("", "", None, *far),
            Rest::Undecided(why, far) => nothing("", "", Some(why), *far),
        };
        if let (Some(store), Some(key)) = (&self.0, key) {
            // What is not kept is asked again.
            let _ = store.write(key, &Done { lines: vec![line], seconds: 0.0, lasts: true });
        }
    }
}

/// A Boogie program without the attributes that say where its parts are from.
fn without_places(program: &str) -> String {
    let mut rest = program;
    let mut text = String::with_capacity(program.len());
    while let Some(at) = rest.find("{:source") {
        let end = rest[at..].find('}').map_or(rest.len(), |length| at + length + 1);
        text.push_str(&rest[..at]);
        rest = &rest[end..];
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::without_places;

    #[test]
    fn places_are_left_out() {
        let text = "assert {:check \"x\"} {:sourcefile \"m.c\"} {:sourceline 3} b;\n";
        assert_eq!(without_places(text), "assert {:check \"x\"}   b;\n");
    }
}

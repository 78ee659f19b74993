//! The kinds of checks, each with a code: what `docs/checks.md` says, read once. So the page, `rmt explain`, and the rules of SARIF
//! say the same.
//!
//! ```text
//! ## RMT-deref-null: a null pointer is dereferenced       code and title
//!
//! `--check deref`, on unasked · C17 6.5.3.2p4 · CWE-476   how it is turned on, the standard, the weakness
//! …                                                       what it means, an example, how to mend it
//! ```

/// The page.
const PAGE: &str = include_str!("../../docs/checks.md");

/// A kind of check.
#[derive(Debug)]
pub struct Kind {
    /// `RMT-deref-null`
    pub code: &'static str,
    /// `a null pointer is dereferenced`
    pub title: &'static str,
    /// What follows the heading, in Markdown.
    pub text: &'static str,
}

/// All kinds, in the order of the page.
pub fn kinds() -> impl Iterator<Item = Kind> {
    PAGE.split("\n## ").skip(1).filter_map(Kind::read)
}

impl Kind {
    fn read(section: &'static str) -> Option<Kind> {
        let (heading, text) = section.split_once('\n')?;
        let (code, title) = heading.split_once(": ")?;
        Some(Kind { code, title, text: text.trim() })
    }

    /// By its code, however it is written: `RMT-leak`, `rmt-leak`, `leak`.
    pub fn named(code: &str) -> Option<Kind> {
        let bare = |code: &str| code.to_lowercase().trim_start_matches("rmt-").to_string();
        kinds().find(|kind| bare(kind.code) == bare(code))
    }

    /// The parts of the line under the heading: option, standard, weaknesses.
    fn line(&self) -> Vec<&'static str> {
        self.text.lines().next().unwrap_or_default().split(" · ").collect()
    }

    /// Numbers of the Common Weakness Enumeration: `CWE-476`.
    pub fn weaknesses(&self) -> Vec<&'static str> {
        self.line().last().map_or(Vec::new(), |part| part.split(", ").filter(|cwe| cwe.starts_with("CWE-")).collect())
    }

    /// What it means, in one paragraph.
    pub fn meaning(&self) -> String {
        self.text.split("\n\n").nth(1).unwrap_or_default().replace('\n', " ")
    }

    /// Where the first of its weaknesses is described.
    pub fn address(&self) -> Option<String> {
        let number = self.weaknesses().first()?.strip_prefix("CWE-")?;
        Some(format!("https://cwe.mitre.org/data/definitions/{number}.html"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_section_is_a_kind() {
        assert_eq!(kinds().count(), PAGE.matches("\n## ").count());
        for kind in kinds() {
            assert!(kind.code.starts_with("RMT-"), "{kind:?}");
            assert_eq!(kind.line().len(), 3, "{kind:?}");
            assert!(!kind.weaknesses().is_empty(), "{kind:?}");
            assert!(kind.text.contains("\nMend: "), "{kind:?}");
            assert_eq!(Kind::named(kind.code).map(|kind| kind.title), Some(kind.title));
        }
    }
}

//! Z3's library, found when the program runs. A program that is linked against a shared library starts only where the
//! loader finds it, so that a moved checkout or a copied program would not start at all. Here the program has the
//! functions of Z3 itself, as jumps through a table, which [`load`] fills from the first library there is:
//!
//! 1. the one that the environment variable `RMT_LIBZ3` names;
//! 2. in release builds, the one inside the program;
//! 3. in other builds, the one that it was built with;
//! 4. the system's.
//!
//! Where this way is not made (other systems, the feature `linked`), the loader of the system does all of it.

#[cfg(z3_is_loaded)]
mod table;

use std::fmt;

/// Where the library comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Inside the program.
    Inside,
    /// A file.
    File(&'static str),
    /// Linked by the system, or statically.
    Linked,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Inside => write!(f, "inside rmt"),
            Origin::File(path) => write!(f, "{path}"),
            Origin::Linked => write!(f, "linked with rmt"),
        }
    }
}

/// No library can be used: what was tried, and why it does not work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing(pub Vec<String>);

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "libz3 cannot be loaded")?;
        self.0.iter().try_for_each(|tried| write!(f, "; {tried}"))
    }
}

impl std::error::Error for Missing {}

/// Finds the library, once for the process. Before that, no function of Z3 may be called.
#[cfg(z3_is_loaded)]
pub fn load() -> Result<Origin, Missing> {
    table::load()
}

/// The same, where there is nothing to find.
#[cfg(not(z3_is_loaded))]
pub fn load() -> Result<Origin, Missing> {
    Ok(Origin::Linked)
}

//! `--contexts`: how many turns threads have, or any number.

use std::fmt;
use std::str::FromStr;

/// How many turns threads have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contexts {
    /// Any number.
    All,
    /// One in each of so many rounds.
    Rounds(u32),
}

/// The most rounds that can be asked for.
const MOST_ROUNDS: u32 = 16;

/// A number of turns that there is not.
#[derive(Clone, Copy, Debug)]
pub struct NoContexts;

impl fmt::Display for NoContexts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not in 1..={MOST_ROUNDS}, nor `all`")
    }
}

impl std::error::Error for NoContexts {}

impl FromStr for Contexts {
    type Err = NoContexts;

    fn from_str(text: &str) -> Result<Contexts, NoContexts> {
        match text.parse() {
            _ if text == "all" => Ok(Contexts::All),
            Ok(rounds @ 1..=MOST_ROUNDS) => Ok(Contexts::Rounds(rounds)),
            _ => Err(NoContexts),
        }
    }
}

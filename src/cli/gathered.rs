//! Documents about all verdicts of a command: SARIF and JUnit on standard output, the page in a file.

use ivl::source::decode;

use super::args::{FormatArg, ReportArgs};
use super::whole::replace;
use super::{USAGE, print, warn};
use crate::report::told::Told;
use crate::report::{html, junit, sarif};

/// Writes what the arguments ask for, from reports that are each a line of JSON; the exit code.
pub fn finish(args: &ReportArgs, lines: &[String]) -> u8 {
    let told = || -> Vec<Told> { lines.iter().filter_map(|line| Told::read(line).ok()).collect() };
    match args.format {
        FormatArg::Text | FormatArg::Json => {}
        FormatArg::Sarif => print(sarif::render(&told(), &text) + "\n"),
        FormatArg::Junit => print(junit::render(&told())),
    }
    let Some(path) = &args.html else { return 0 };
    match replace(path, &html::render(lines, &text)) {
        Ok(()) => 0,
        Err(error) => {
            warn(&format!("rmt: {}: {error}\n", path.display()));
            USAGE
        }
    }
}

/// Says that a command has no such document; whether it is asked for one.
pub fn is_refused(args: &ReportArgs) -> bool {
    if args.gathers() {
        warn("rmt: --html and the formats sarif and junit are for check, verify and suite\n");
    }
    args.gathers()
}

/// The text of a file, where it can be read.
fn text(path: &str) -> Option<String> {
    std::fs::read(path).ok().map(decode)
}

//! `rmt explain CODE`: what a kind of check means, with an example, and how to mend what fails.

use super::{USAGE, print, warn};
use crate::report::catalogue::{Kind, kinds};

/// Without a code: all codes.
pub fn run(code: Option<&str>) -> u8 {
    let Some(code) = code else {
        let width = kinds().map(|kind| kind.code.len()).max().unwrap_or_default();
        let lines: Vec<String> = kinds().map(|kind| format!("{:width$}  {}\n", kind.code, kind.title)).collect();
        print(lines.concat());
        return 0;
    };
    match Kind::named(code) {
        Some(kind) => {
            print(format_args!("{}: {}\n\n{}\n", kind.code, kind.title, kind.text));
            0
        }
        None => {
            warn(&format!("rmt: there is no check of the code {code}; rmt explain lists them\n"));
            USAGE
        }
    }
}

//! `rmt fmt`: Boogie, formatted.

use ivl::format::{Unformatted, format};
use ivl::source::{SourceMap, decode};

use super::args::FmtArgs;
use super::{REJECTED, USAGE, input, print, warn, worse};

/// A file is not formatted.
const DIFFERS: u8 = 10;

pub fn run(args: &FmtArgs) -> u8 {
    args.files.iter().fold(0, |code, path| worse(code, one(args, path)))
}

fn one(args: &FmtArgs, path: &str) -> u8 {
    let mut sources = SourceMap::default();
    let file = match input::read(&mut sources, path) {
        Ok(file) => file,
        Err(code) => return code,
    };
    let text = sources.get(file).map_or(String::new(), |file| file.text.to_string());
    let formatted = match format(&text) {
        Ok(formatted) => formatted,
        Err(Unformatted::NoTokens(diagnostics)) => {
            warn(&input::render(&diagnostics, &sources));
            return REJECTED;
        }
        Err(Unformatted::Differs) => {
            warn(&format!("rmt: {path}: internal: formatting would change what it says; it is left as it is\n"));
            return REJECTED;
        }
    };
    if path == "-" {
        print(&formatted);
        return 0;
    }
    // What is not UTF-8, or has a byte order mark, is written without.
    let same =
        std::fs::read(path).is_ok_and(|bytes| decode(bytes.clone()) == formatted && bytes == formatted.as_bytes());
    match (same, args.check) {
        (true, _) => 0,
        (false, true) => {
            print(format_args!("{path}: not formatted\n"));
            DIFFERS
        }
        (false, false) => match std::fs::write(path, &formatted) {
            Ok(()) => 0,
            Err(error) => {
                warn(&format!("rmt: {path}: {error}\n"));
                USAGE
            }
        },
    }
}

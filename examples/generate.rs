//! Writes random programs (those of `tests/random.rs`) to a folder: `cargo run --example generate -- DIR COUNT [FROM]`.
//! The file of a program is named for its seed. `scripts/peer` compares verdicts on them.

#[allow(dead_code)] // the tests use the rest
#[path = "../tests/support/generate.rs"]
mod generate;

use std::path::Path;
use std::process::ExitCode;

use generate::{Size, generate};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| arguments.get(index).map_or(Some(0), |text| text.parse::<u64>().ok());
    let (Some(folder), Some(count), Some(from)) = (arguments.first(), number(1), number(2)) else {
        eprintln!("usage: generate DIR COUNT [FROM]");
        return ExitCode::from(2);
    };
    for seed in from..from + count {
        let path = Path::new(folder).join(format!("{seed}.bpl"));
        if let Err(error) = std::fs::write(&path, generate(seed, Size::default())) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

//! Parses the files that are named on the command line (or standard input's list of them), shows what is wrong with
//! them, and says how fast it was: `cargo run --release -p ivl --example parse -- FILE…`

use std::io::{BufRead, Write};
use std::time::Instant;

use ivl::source::{SourceMap, decode};

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() {
        names = std::io::stdin().lock().lines().map_while(Result::ok).collect();
    }
    for name in names {
        let bytes = match std::fs::read(&name) {
            Ok(bytes) => bytes,
            Err(error) => {
                writeln!(out, "{name}: {error}")?;
                continue;
            }
        };
        let mut sources = SourceMap::default();
        let size = bytes.len();
        let file = sources.add(name.clone(), decode(bytes));
        let start = Instant::now();
        let (program, diagnostics) = ivl::parse(&sources, file);
        let time = start.elapsed();
        for diagnostic in &diagnostics {
            write!(out, "{}", diagnostic.render(&sources))?;
        }
        let speed = size as f64 / 1e6 / time.as_secs_f64();
        let errors = diagnostics.len();
        let count = program.decls.len();
        writeln!(out, "{name}: {count} declarations, {errors} errors, {time:.1?}, {speed:.1} MB/s")?;
    }
    Ok(())
}

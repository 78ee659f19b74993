//! Parses the files that are named on the command line (or standard input's list of them), shows what is wrong with
//! them, and says how fast it was: `cargo run --release -p ivl --example parse -- FILE…`

use std::io::BufRead;
use std::time::Instant;

use ivl::source::{SourceMap, decode};

fn main() {
    let mut names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() {
        names = std::io::stdin().lock().lines().map_while(Result::ok).collect();
    }
    for name in names {
        let bytes = match std::fs::read(&name) {
            Ok(bytes) => bytes,
            Err(error) => {
                println!("{name}: {error}");
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
            print!("{}", diagnostic.render(&sources));
        }
        let speed = size as f64 / 1e6 / time.as_secs_f64();
        let errors = diagnostics.len();
        println!("{name}: {} declarations, {errors} errors, {time:.1?}, {speed:.1} MB/s", program.decls.len());
    }
}

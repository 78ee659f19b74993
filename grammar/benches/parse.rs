//! How fast the parser and the printer are: `cargo bench -p ivl`. Takes files as arguments, or else a program of 20,000
//! lines like those that front ends generate.

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use ivl::source::{SourceMap, decode};

fn main() {
    let names: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    if names.is_empty() {
        measure("generated", generated(20_000));
    }
    for name in names {
        match std::fs::read(&name) {
            Ok(bytes) => measure(&name, decode(bytes)),
            Err(error) => eprintln!("{name}: {error}"),
        }
    }
}

fn measure(name: &str, text: String) {
    let size = text.len() as f64 / 1e6;
    let lines = text.lines().count();
    let mut sources = SourceMap::default();
    let file = sources.add(name.to_string(), text);
    let parsing = best(|| ivl::parse(&sources, file));
    let (program, diagnostics) = ivl::parse(&sources, file);
    if let Some(first) = diagnostics.first() {
        print!("{}", first.render(&sources));
    }
    let printing = best(|| program.to_string());
    println!(
        "{name}: {lines} lines, {size:.2} MB; parsing {parsing:.1?}, {:.1} MB/s; printing {printing:.1?}, {:.1} MB/s",
        size / parsing.as_secs_f64(),
        size / printing.as_secs_f64(),
    );
}

/// The shortest of many runs: the others were disturbed.
fn best<T>(mut run: impl FnMut() -> T) -> Duration {
    let mut times = Vec::new();
    let start = Instant::now();
    while times.len() < 5 || start.elapsed() < Duration::from_secs(2) {
        let start = Instant::now();
        let result = black_box(run());
        times.push(start.elapsed());
        drop(result);
    }
    times.into_iter().min().unwrap_or_default()
}

fn generated(lines: usize) -> String {
    let mut text = String::from("type i32 = int;\ntype ref = i64;\ntype i64 = int;\nvar $M.0: [ref]i32;\n");
    for i in 0..lines / 20 {
        _ = writeln!(
            text,
            "function {{:inline}} $add.i{i}(i1: i32, i2: i32) returns (i32) {{ i1 + i2 }}
axiom (forall x: ref :: {{ $base(x) }} $base(x) <= x && x < $base(x) + {i});
procedure {{:inline 1}} work{i}($p0: ref, $i1: i32) returns ($r: i32)
  requires $i1 >= 0;
  modifies $M.0;
{{
  var $i2, $i3: i32;
$bb0:
  assume {{:sourceloc \"file.c\", {i}, 3}} true;
  $i2 := $add.i{i}($i1, $load.i32($M.0, $p0));
  $M.0 := $store.i32($M.0, $p0, if $i2 < 0 then 0 else $i2);
  goto $bb1, $bb2;
$bb1:
  assume {{:branchcond $i2}} ($i2 mod 4294967296 != 1);
  call {{:cexpr \"x\"}} $i3 := work{i}($p0[8 := $i2], $i2 - 1);
  goto $bb2;
$bb2:
  $r := $i3;
  return;
}}"
        );
    }
    text
}

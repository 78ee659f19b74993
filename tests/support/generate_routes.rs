//! Random programs whose slices have executions that the programs do not have: what tells apart the ways through them is
//! seldom at the beginning of a block, so that slices leave it out, while whether an assertion fails depends on it.
//!
//! ```text
//! b2: havoc h; assume -1 <= h && h <= 2; call p1(); goto b4, b5;
//! b4: k := h; assume k == 1; call fails(); goto b5, b7;
//! ```
//!
//! Bodies are labelled blocks; control goes to later ones, and now and then back. Calls reach procedures that are neither small nor
//! alone, so they stay open until a search wants them.

use std::fmt::Write;

use super::generate::Random;

/// What goes into every program: a flag that assertions are about, and state that slices do not follow.
const BEGINNING: &str = "var f, g, h: int;

procedure checks() modifies f, g, h; { assert f != 1; }
procedure passes() modifies f, g, h; { call checks(); }
procedure fails() modifies f, g, h; { call passes(); }
procedure holds3() modifies f, g, h; { assert f != 7; }
procedure holds2() modifies f, g, h; { call holds3(); }
procedure holds() modifies f, g, h; { call holds2(); }
procedure sets3(n: int) modifies f, g, h; { f := n; }
procedure sets2(n: int) modifies f, g, h; { call sets3(n); }
procedure sets(n: int) modifies f, g, h; { call sets2(n); }
procedure moves2() modifies g, h; { g := h; }
procedure moves() modifies f, g, h; { call moves2(); }
";

/// The program of that seed. Its entry is `main`.
pub fn generate(seed: u64) -> String {
    let mut random = Random(seed);
    let mut out = format!("// random program: seed {seed}\n\n{BEGINNING}");
    // Where conditions are quantified, candidates are undecided at first.
    let quantified = random.percent(25);
    if quantified {
        out.push_str("function u(a: int, b: bv2) returns (bool);\naxiom (forall b: bv2 :: u(1, b) ==> u(0, b));\n");
    }
    let procedures = 2 + random.below(2);
    for number in (0..procedures).rev() {
        procedure(&mut random, &mut out, (number, procedures), quantified);
    }
    out
}

fn procedure(random: &mut Random, out: &mut String, (number, procedures): (u64, u64), quantified: bool) {
    let name = if number == 0 { "main".to_string() } else { format!("p{number}") };
    let _ = writeln!(out, "\nprocedure {name}()\n  modifies f, g, h;\n{{\n  var k: int;");
    if number == 0 {
        let f = u64::from(random.percent(85));
        let _ = writeln!(out, "  f := {f};\n  g := {};\n  h := {};", random.below(3), random.below(3));
    }
    let blocks = if number == 0 { 4 + random.below(6) } else { 3 + random.below(3) };
    let _ = writeln!(out, "  goto b0;");
    for block in 0..blocks {
        let _ = writeln!(out, "b{block}:");
        for _ in 0..1 + random.below(2) {
            let _ = writeln!(out, "  {}", command(random, (number, procedures)));
            if quantified && random.percent(20) {
                let (yes, no) = (random.pick(&["", "!"]), random.below(2));
                let _ = writeln!(out, "  assume {yes}u({}, {no}bv2);", value(random));
            }
        }
        if block + 1 == blocks || random.percent(5) {
            if random.percent(if number == 0 { 90 } else { 20 }) {
                let _ = writeln!(out, "  k := {};\n  assume k == {};\n  call fails();", value(random), random.below(3));
            }
            let _ = writeln!(out, "  return;");
            continue;
        }
        let near = |random: &mut Random| block + 1 + random.below(3.min(blocks - block - 1));
        let mut targets: Vec<u64> = (0..1 + random.below(3)).map(|_| near(random)).collect();
        if random.percent(6) {
            targets.push(random.below(block + 1));
        }
        let targets: Vec<String> = targets.into_iter().map(|target| format!("b{target}")).collect();
        let _ = writeln!(out, "  goto {};", targets.join(", "));
    }
    let _ = writeln!(out, "}}");
}

fn value(random: &mut Random) -> &'static str {
    random.pick(&["g", "h", "g + h", "g - h"])
}

fn command(random: &mut Random, (number, procedures): (u64, u64)) -> String {
    let var = random.pick(&["g", "h"]);
    let (n, other) = (random.below(3), random.pick(&["g", "h", "f"]));
    match random.below(32) {
        0..7 => format!("{var} := {n};"),
        7 => format!("{var} := {};", value(random)),
        8 => format!("f := {n};"),
        9 => format!("havoc {var}; assume -1 <= {var} && {var} <= 2;"),
        // The slice does not know what was assigned.
        10..12 => format!("k := {}; assume k == {n};", value(random)),
        12..15 => format!("k := {}; assume k != {n};", value(random)),
        15 => format!("assume {other} {} {n};", random.pick(&["==", "!="])),
        16 => "call fails();".to_string(),
        17..22 => "call holds();".to_string(),
        22 => random.pick(&["call sets(0);", "call sets(1);", "call sets(2);"]).to_string(),
        23 => "call moves();".to_string(),
        _ => {
            let least = if random.percent(4) { number.max(1) } else { number + 1 };
            if least >= procedures {
                return "call holds();".to_string();
            }
            format!("call p{}();", least + random.below(procedures - least))
        }
    }
}

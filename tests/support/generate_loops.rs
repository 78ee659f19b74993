//! Random programs with loops over integers and arrays, whose assertions often hold, or fail late: what provers are for.
//!
//! A program is a function of its seed and of the number of its assertion. Integers may be any, and so may the cells
//! of arrays; [`Loops::few`] is the same program where the first [`CELLS`] cells are one of two numbers each and the
//! others zero, which an explorer can enumerate. All its executions are executions of the program.

use std::fmt::Write;

use crate::generate::Random;

/// Cells that have a choice in [`Loops::few`].
pub const CELLS: usize = 5;

/// A program in two forms.
pub struct Loops {
    pub text: String,
    /// With few values in arrays.
    pub few: String,
}

/// The program of that seed with one of its assertions.
pub fn generate_loops(seed: u64, assertion: u64) -> Loops {
    let mut random = Random(seed);
    let mut program = Writer { arrays: random.percent(65), recursion: random.percent(12), ..Writer::default() };
    program.body(&mut random);
    let mut chosen = Random(seed.wrapping_mul(31).wrapping_add(assertion));
    program.assertion(&mut chosen);
    program.finish(seed)
}

#[derive(Default)]
struct Writer {
    arrays: bool,
    recursion: bool,
    out: String,
    /// What the loops count, and from where to where.
    down: bool,
    summand: i64,
}

impl Writer {
    fn line(&mut self, depth: usize, text: &str) {
        let _ = writeln!(self.out, "{:1$}{text}", "", 2 * depth + 2);
    }

    fn body(&mut self, random: &mut Random) {
        if random.percent(50) {
            self.line(0, "assume n >= 0;");
        }
        self.line(0, &format!("s := {};", random.below(3)));
        self.line(0, &format!("t := {};", random.pick(&["0", "0", "1", "n", "c"])));
        let x = if self.arrays && random.percent(40) { "a[0]" } else { "0" };
        self.line(0, &format!("x := {x};"));
        self.summand = 1 + random.below(3) as i64;
        for _ in 0..1 + u64::from(random.percent(35)) {
            self.one_loop(random);
        }
        if self.recursion {
            self.line(0, &format!("call t := {}(n);", random.pick(&["down", "steps"])));
        }
    }

    fn one_loop(&mut self, random: &mut Random) {
        self.down = random.percent(15);
        let step = if random.percent(20) { 2 } else { 1 };
        let (start, guard, next) = if self.down {
            ("n".to_string(), "i > 0".to_string(), format!("i := i - {step};"))
        } else {
            let guards = ["i < n", "i < n", "i < n", "i < n - 1", "i <= n", "i < n && x == 0", "i < n && s <= t"];
            let start = u64::from(random.percent(15)).to_string();
            (start, random.pick(&guards).to_string(), format!("i := i + {step};"))
        };
        self.line(0, &format!("i := {start};"));
        let early = random.percent(15);
        if early {
            self.line(0, &next.replace("i := i", "j := i"));
        }
        self.line(0, &format!("while ({guard}) {{"));
        for _ in 0..1 + random.below(3) {
            let statement = self.statement(random, true);
            self.line(1, &statement);
        }
        if random.percent(12) {
            self.line(1, "j := 0;");
            self.line(1, &format!("while (j < {}) {{", random.pick(&["i", "n", "2"])));
            let statement = self.statement(random, false);
            self.line(2, &statement);
            self.line(2, "j := j + 1;");
            self.line(1, "}");
        }
        if random.percent(12) {
            let condition = self.condition(random);
            self.line(1, &format!("if ({condition}) {{ break; }}"));
        }
        self.line(1, &next);
        self.line(0, "}");
    }

    fn statement(&mut self, random: &mut Random, outer: bool) -> String {
        let cell = if self.down { "i - 1" } else { "i" };
        let k = self.summand;
        let plain = [
            format!("s := s + {k};"),
            format!("s := s + {k};"),
            format!("t := t + {};", random.below(3)),
            "t := t + s;".to_string(),
            "x := 1 - x;".to_string(),
            "s, t := t, s;".to_string(),
            "if (x == 0) { s := s + 1; } else { t := t + 1; }".to_string(),
            format!("havoc x; assume 0 <= x && x <= 1; s := s + {k} * x;"),
        ];
        if !self.arrays || !outer || random.percent(35) {
            let which = random.below(plain.len() as u64) as usize;
            return match self.arrays || !outer {
                false if random.percent(30) => {
                    let condition = self.condition(random);
                    format!("if ({condition}) {{ {} }}", plain[which])
                }
                _ => plain[which].clone(),
            };
        }
        match random.below(9) {
            0 => format!("s := s + a[{cell}];"),
            1 => format!("a[{cell}] := {};", random.pick(&["0", "1", "c", "x", "s", "i"])),
            2 | 3 => format!("b[{cell}] := {};", random.pick(&["a[@]", "a[@]", "a[@] + 1", "x"]).replace('@', cell)),
            4 => format!("if (a[{cell}] {} x) {{ x := a[{cell}]; }}", random.pick(&["<", ">", "<="])),
            5 => format!("if (a[{cell}] == c) {{ s := s + {k}; }}"),
            6 => format!("if (a[{cell}] == c) {{ t := {cell}; }}"),
            7 => format!("if (a[{cell}] != b[{cell}]) {{ x := 1; }}"),
            _ => format!("a[{cell}] := a[{cell}] + {k};"),
        }
    }

    fn condition(&mut self, random: &mut Random) -> String {
        let cell = if self.down { "i - 1" } else { "i" };
        if self.arrays && random.percent(60) {
            return format!("a[{cell}] {} {}", random.pick(&["==", ">", "!="]), random.pick(&["c", "0", "x"]));
        }
        random.pick(&["s > 2", "i == c", "x == 1", "t > s", "i mod 2 == 0", "s == 3"]).to_string()
    }

    fn assertion(&mut self, random: &mut Random) {
        let k = self.summand;
        let linear = [
            format!("s == {k} * n"),
            format!("n < 0 || s == {k} * n + {}", random.below(3)),
            format!("s <= {k} * n + {}", random.below(3)),
            "s >= 0".to_string(),
            "s >= 0 && t >= 0".to_string(),
            format!("s mod {} == {}", 2 + random.below(2), random.below(2)),
            "i >= n".to_string(),
            "i == n || n < 0".to_string(),
            "0 <= i && (n < 0 || i <= n + 1)".to_string(),
            "0 <= x && x <= 1".to_string(),
            "s <= t".to_string(),
            format!("s != {}", random.below(9)),
            format!("t != {}", 3 + random.below(4)),
            "x == n mod 2 || n < 0".to_string(),
            "s + t >= i".to_string(),
        ];
        let cells = [
            "b[j] == a[j]",
            "x <= a[j]",
            "x >= a[j]",
            "a[j] == 0",
            "a[j] == c",
            "a[j] != c || j <= t",
            "a[j] >= 0",
            "b[j] == x",
            "x == 1 || a[j] == b[j]",
            "a[j] == j",
            "s >= a[j]",
        ];
        if self.arrays && random.percent(65) {
            let cell = random.pick(&cells);
            let top = random.pick(&["n", "n", "n", "i", "n - 1"]);
            self.line(0, &format!("assert (forall j: int :: 0 <= j && j < {top} ==> {cell});"));
        } else {
            let which = random.below(linear.len() as u64) as usize;
            self.line(0, &format!("assert {};", linear[which]));
        }
    }

    fn finish(self, seed: u64) -> Loops {
        let recursive = "procedure down(k: int) returns (r: int) {\n  r := 0;\n  \
            if (k > 0) { call r := down(k - 1); r := r + 2; }\n}\n\
            procedure steps(k: int) returns (r: int) {\n  r := k;\n  \
            if (k > 1) { call r := steps(k - 2); }\n}\n";
        let recursive = if self.recursion { recursive } else { "" };
        let vars = "  var i, j, s, t, x: int;\n  var a, b: [int]int;\n";
        let head = format!("// loops: seed {seed}\n{recursive}procedure main(n: int, c: int) {{\n{vars}");
        let mut few = String::new();
        for array in ["a", "b"] {
            let _ = writeln!(few, "  {array} := (lambda k: int :: 0);");
            // Of the second, one cell is enough to differ.
            for cell in if array == "a" { 0..CELLS } else { 1..2 } {
                let _ = writeln!(few, "  havoc x; assume 0 <= x && x <= 1; {array}[{cell}] := x;");
            }
        }
        let few = if self.arrays { few } else { String::new() };
        Loops { text: format!("{head}{}}}\n", self.out), few: format!("{head}{few}{}}}\n", self.out) }
    }
}

//! Random C programs without undefined behaviour, run natively and checked: `agree RMT COUNT [SEED]`.
//!
//! Each program computes a checksum. gcc says what it is; then `rmt check` must find the assertion of that value safe,
//! and the assertion that it is another unsafe.

use std::fmt::Write;
use std::process::{Command, ExitCode};

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: u64) -> u64 {
        (self.next() >> 11) % n
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }
}

/// Types with their unsigned counterparts.
const TYPES: [(&str, &str); 9] = [
    ("signed char", "unsigned char"),
    ("unsigned char", "unsigned char"),
    ("short", "unsigned short"),
    ("unsigned short", "unsigned short"),
    ("int", "unsigned"),
    ("unsigned", "unsigned"),
    ("long", "unsigned long"),
    ("unsigned long", "unsigned long"),
    ("long long", "unsigned long long"),
];

struct Generator {
    random: Random,
    text: String,
    depth: u32,
    /// Readable places, all of integer types.
    places: Vec<String>,
    loops: u32,
}

impl Generator {
    fn constant(&mut self) -> String {
        match self.random.below(6) {
            0 => "0".into(),
            1 => "1".into(),
            2 => format!("{}u", self.random.below(1 << 32)),
            3 => format!("(-{})", self.random.below(200)),
            4 => format!("{}ll", self.random.below(1 << 40)),
            _ => format!("{}", self.random.below(256)),
        }
    }

    fn place(&mut self) -> String {
        let n = self.random.below(self.places.len() as u64) as usize;
        let place = self.places[n].clone();
        if !place.contains('@') {
            return place;
        }
        let index = if self.random.below(2) == 0 {
            format!("{}", self.random.below(4))
        } else {
            let inner = self.places[self.random.below(4) as usize].clone();
            format!("{inner} & 3")
        };
        place.replace('@', &index)
    }

    fn expr(&mut self, depth: u32) -> String {
        if depth == 0 || self.random.below(6) == 0 {
            return if self.random.below(3) == 0 { self.constant() } else { self.place() };
        }
        let a = self.expr(depth - 1);
        let b = self.expr(depth - 1);
        let (ty, unsigned) = TYPES[self.random.below(9) as usize];
        // Below int, unsigned operands would be promoted to int.
        let wide = if unsigned.contains("char") || unsigned.contains("short") { "unsigned" } else { unsigned };
        match self.random.below(15) {
            0..=2 => {
                let op = self.random.pick(&["+", "-", "*"]);
                format!("({ty})(({wide})({a}) {op} ({wide})({b}))")
            }
            3 => format!("({ty})(({wide})({a}) {} (({wide})({b}) | 1))", self.random.pick(&["/", "%"])),
            4 => {
                let k = self.random.below(7) + 1;
                format!("({ty})((int)(short)({a}) {} {k})", self.random.pick(&["/", "%"]))
            }
            5 => format!("({ty})(({wide})({a}) << {})", self.random.below(31)),
            6 => format!("({ty})(({ty})({a}) >> {})", self.random.below(7)),
            7 => {
                let mask = self.random.pick(&["255", "0xf0", "1", "0xffff", "0x7ffffff0", "~7", "-4", "6"]);
                format!("(({ty})({a}) {} {mask})", self.random.pick(&["&", "|", "^"]))
            }
            8 => format!("((unsigned char)({a}) {} (unsigned char)({b}))", self.random.pick(&["&", "|", "^"])),
            9 => format!("(({ty})({a}) {} ({ty})({b}))", self.random.pick(&["<", "<=", ">", ">=", "==", "!="])),
            10 => format!("({a} {} {b})", self.random.pick(&["&&", "||"])),
            11 => {
                let c = self.expr(depth - 1);
                format!("({c} ? {a} : {b})")
            }
            12 => format!("({ty})~({wide})({a})"),
            13 => format!("({ty})(!({a}))"),
            _ => format!("({ty})({a})"),
        }
    }

    fn line(&mut self, text: &str) {
        let indent = "  ".repeat(self.depth as usize);
        _ = writeln!(self.text, "{indent}{text}");
    }

    fn stmt(&mut self, budget: u32) {
        match self.random.below(if budget == 0 { 6 } else { 11 }) {
            0 | 1 => {
                let (place, value) = (self.place(), self.expr(2));
                self.line(&format!("{place} = {value};"));
            }
            2 => {
                let (place, value) = (self.place(), self.expr(2));
                let op = self.random.pick(&["&=", "|=", "^="]);
                self.line(&format!("{place} {op} (unsigned char)({value});"));
            }
            3 => {
                let (place, value) = (self.random.pick(&["gu", "lu", "s.u", "ps->u"]).to_string(), self.expr(2));
                let op = self.random.pick(&["+=", "-=", "*=", "<<= 3 & ", ">>= 7 & "]);
                self.line(&format!("{place} {op} ({value});"));
            }
            4 => {
                let place = self.random.pick(&["gu", "lu", "s.u", "gc", "lc", "ps->c", "gh", "(*pu)"]);
                let step = self.random.pick(&["++", "--"]);
                let text =
                    if self.random.below(2) == 0 { format!("{place}{step};") } else { format!("{step}{place};") };
                self.line(&text);
            }
            5 => {
                let (a, b) = (self.expr(2), self.expr(2));
                let place = self.random.pick(&["gi", "li", "ll", "s.l"]);
                self.line(&format!("{place} = f({a}, {b});"));
            }
            6 => {
                let cond = self.expr(2);
                self.line(&format!("if ({cond}) {{"));
                self.block(budget - 1);
                self.line("} else {");
                self.block(budget - 1);
                self.line("}");
            }
            7 => {
                self.loops += 1;
                let (n, count) = (self.loops, self.random.below(3) + 1);
                self.line(&format!("for (int k{n} = 0; k{n} < {count}; k{n}++) {{"));
                self.block(budget - 1);
                if self.random.below(3) == 0 {
                    let cond = self.expr(1);
                    let exit = self.random.pick(&["break", "continue"]);
                    self.line(&format!("  if ({cond}) {exit};"));
                }
                self.line("}");
            }
            8 => {
                let on = self.expr(2);
                self.line(&format!("switch ((unsigned char)({on}) & 3) {{"));
                for case in ["case 0:", "case 1 ... 2:", "default:"] {
                    self.line(case);
                    self.block(budget - 1);
                    if self.random.below(2) == 0 {
                        self.line("break;");
                    }
                }
                self.line("}");
            }
            9 => {
                let target = self.random.pick(&[
                    "ps = &s;",
                    "ps = &t;",
                    "pu = &lu2;",
                    "pu = &a[1];",
                    "pu = &s.u;",
                    "t = s;",
                    "s = *ps;",
                    "pu = pu == &lu2 ? &a[2] : &lu2;",
                    "un.w = lu;",
                    "gi = un.b[1];",
                    "un.b[2] = gc;",
                    "lu = un.w;",
                    "memcpy(&t, &s, sizeof t);",
                ]);
                self.line(target);
            }
            _ => {
                let place = self.place();
                let (a, b) = (self.expr(1), self.expr(2));
                self.line(&format!(
                    "{place} = ({{ int q = (unsigned char)({a}); q += (unsigned char)({b}); q++; q; }});"
                ));
            }
        }
    }

    fn block(&mut self, budget: u32) {
        self.depth += 1;
        for _ in 0..self.random.below(3) + 1 {
            self.stmt(budget);
        }
        self.depth -= 1;
    }
}

fn program(seed: u64) -> String {
    let places = [
        "gu",
        "gi",
        "lu",
        "li",
        "gc",
        "gh",
        "gl",
        "lc",
        "ll",
        "a[@]",
        "ga[@]",
        "m[1][@]",
        "s.u",
        "s.c",
        "s.l",
        "s.in.h",
        "s.f3",
        "s.f9",
        "t.l",
        "t.f9",
        "ps->l",
        "ps->c",
        "ps->in.h",
        "*pu",
        "t.arr[@]",
        "ps->arr[@]",
        "s.sf",
    ];
    let mut g = Generator {
        random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
        text: String::new(),
        depth: 0,
        places: places.map(String::from).to_vec(),
        loops: 0,
    };
    for _ in 0..4 {
        g.random.next();
    }
    g.text.push_str(
        "struct in { short h; };\n\
         struct s { unsigned u; signed char c; long l; struct in in; unsigned f3 : 3; unsigned f9 : 9; int sf : 5; \
         unsigned char arr[4]; };\n\
         void *memcpy(void *, const void *, unsigned long);\n\
         union un { unsigned w; unsigned char b[4]; };\n\
         unsigned gu = 7; int gi = -3; signed char gc = 100; short gh = -200; long gl = 1l << 40; int ga[4] = {1, -2, 3};\n\
         static long f(long x, int y) {\n  static unsigned calls;\n  calls++;\n  if (y < 0) return x / 2 + calls;\n  \
         gu += (unsigned)y;\n  return (long)((unsigned long)x * 3 - (unsigned long)y);\n}\n",
    );
    g.text.push_str("int main(void) {\n");
    g.text.push_str(
        "  unsigned lu = 5, lu2 = 77, *pu = &lu2; int li = 9; signed char lc = -1; long ll = -12345678901l;\n  \
         unsigned a[4] = {4, 3, 2, 1}; short m[2][4] = {{1}, {2, 3}};\n  \
         struct s s = {.u = 3, .in = {4}, .f9 = 300, .arr = {9, 8}}, t = s, *ps = &t; union un un = {0x01020304};\n",
    );
    g.depth = 0;
    g.block(1);
    g.text.push_str("  CHECK\n}\n");
    g.text
}

/// What is compared at the end.
const OBSERVED: &str = "gu gi gc gh gl lu lu2 li lc ll un.w s.u s.c s.l s.in.h s.f3 s.f9 s.sf t.u t.l t.f9 t.in.h a[0] a[1] a[2] \
                        a[3] ga[0] ga[1] ga[2] ga[3] m[1][0] m[1][1] m[1][2] m[1][3] s.arr[0] s.arr[3] t.arr[1] t.arr[2] *pu ps->c";

/// Prints each observed place.
fn printing() -> String {
    OBSERVED.split_whitespace().map(|place| format!("printf(\"%ld\\n\", (long){place}); ")).collect::<String>()
        + "return 0;"
}

/// Asserts each value; one of them another if `wrong` says which.
fn asserting(values: &[i64], wrong: Option<usize>) -> String {
    let mut text = String::new();
    for (i, place) in OBSERVED.split_whitespace().enumerate() {
        let value = values[i].wrapping_add(i64::from(wrong == Some(i)));
        _ = write!(text, "__VERIFIER_assert((long){place} == {}l + {}l); ", value / 2, value - value / 2);
    }
    text + "return 0;"
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let (rmt, count) = (&args[1], args[2].parse::<u64>().unwrap_or(10));
    let first = args.get(3).and_then(|s| s.parse().ok()).unwrap_or(1);
    let dir = std::env::temp_dir().join(format!("agree-{}", std::process::id()));
    _ = std::fs::create_dir_all(&dir);
    let (mut right, mut open, mut wrong) = (0, 0, 0);
    for seed in first..first + count {
        let text = program(seed);
        let native = dir.join("native.c");
        let print = "extern int printf(const char *, ...);\n".to_string() + &text.replace("CHECK", &printing());
        _ = std::fs::write(&native, print);
        let exe = dir.join("native");
        let built = Command::new("gcc").args(["-w", "-O0", "-fwrapv", "-o"]).arg(&exe).arg(&native).status();
        if !built.is_ok_and(|s| s.success()) {
            println!("seed {seed}: gcc rejects it");
            wrong += 1;
            continue;
        }
        let Ok(output) = Command::new(&exe).output() else { continue };
        let truth: Vec<i64> = String::from_utf8_lossy(&output.stdout).lines().filter_map(|l| l.parse().ok()).collect();
        let guilty = seed as usize % truth.len().max(1);
        for (safe, ending) in [(true, asserting(&truth, None)), (false, asserting(&truth, Some(guilty)))] {
            let file = dir.join(format!("{seed}-{safe}.c"));
            let check = format!("void __VERIFIER_assert(int);\n{}", text.replace("CHECK", &ending));
            _ = std::fs::write(&file, check);
            let mut sources = ivl::source::SourceMap::default();
            let config = rmt_c::Config::default();
            let translated = match rmt_c::translate(&mut sources, std::slice::from_ref(&file), &config) {
                Ok(translated) => translated,
                Err(diags) => {
                    println!("{}: rejected: {}", file.display(), diags[0].message);
                    wrong += 1;
                    continue;
                }
            };
            let bpl = file.with_extension("bpl");
            _ = std::fs::write(&bpl, translated.program.to_string());
            let run =
                Command::new(rmt).args(["check", "--no-trace", "--bound", "4", "--timeout", "10"]).arg(&bpl).output();
            match (run.ok().and_then(|o| o.status.code()), safe) {
                (Some(0), true) | (Some(10), false) => {
                    right += 1;
                    _ = std::fs::remove_file(&bpl);
                    _ = std::fs::remove_file(&file);
                }
                (Some(20), _) => {
                    println!("{}: unknown", file.display());
                    open += 1;
                }
                (code, _) => {
                    println!("{}: WRONG ({code:?})", file.display());
                    wrong += 1;
                }
            }
        }
    }
    println!("{right} right, {open} unknown, {wrong} wrong");
    if wrong > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

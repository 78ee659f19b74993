//! Random well-typed programs as text, for comparing engines with the explorer.
//!
//! A program is a function of its seed and size. What is arbitrary in it has few values by construction: integers that
//! the program does not determine are confined to [`INTS`] where they arise (by `requires`, `ensures`, `where` or an
//! `assume` right after), and maps over `int` are assigned before they are read. So an exploration of these values is
//! an exploration of all.

use std::fmt::Write;
use std::ops::RangeInclusive;

/// The arbitrary integers of generated programs.
pub const INTS: RangeInclusive<i64> = -1..=2;

/// What goes into a program.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Procedures with bodies, the entry included.
    pub procedures: u64,
    /// Statements in a statement list.
    pub statements: u64,
    /// Nesting of statements.
    pub nesting: u64,
}

impl Default for Size {
    fn default() -> Size {
        Size { procedures: 3, statements: 4, nesting: 2 }
    }
}

/// The program of that seed. Its entry is `main`.
pub fn generate(seed: u64, size: Size) -> String {
    let mut generator = Generator {
        random: Random(seed),
        out: format!("// random program: seed {seed}\n\n"),
        globals: Vec::new(),
        procs: Vec::new(),
        labels: 0,
        size,
    };
    generator.program();
    generator.out
}

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014).
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Less than `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n.max(1)
    }

    /// True that often out of a hundred.
    pub fn percent(&mut self, p: u64) -> bool {
        self.below(100) < p
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ty {
    Bool,
    Int,
    Bv,
    /// `[bool]int`
    BoolInt,
    /// `[bv2]bool`
    BvBool,
    /// `[int]int`
    IntInt,
    /// A datatype.
    Color,
}

use Ty::{Bool, BoolInt, Bv, BvBool, Color, Int, IntInt};

const ALL: [Ty; 7] = [Bool, Int, Bv, BoolInt, BvBool, IntInt, Color];
/// The likely types of variables.
const COMMON: [Ty; 10] = [Bool, Bool, Int, Int, Int, Bv, BoolInt, BvBool, IntInt, Color];

impl Ty {
    fn text(self) -> &'static str {
        match self {
            Bool => "bool",
            Int => "int",
            Bv => "bv2",
            BoolInt => "[bool]int",
            BvBool => "[bv2]bool",
            IntInt => "[int]int",
            Color => "Color",
        }
    }

    /// That an arbitrary value is one of those that are explored; `None`: it is. No [`IntInt`] is ever arbitrary.
    fn range(self, name: &str) -> Option<String> {
        let (low, high) = (INTS.start(), INTS.end());
        match self {
            Int => Some(format!("{low} <= {name} && {name} <= {high}")),
            BoolInt => Some(format!("(forall k: bool :: {low} <= {name}[k] && {name}[k] <= {high})")),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
struct Var {
    name: String,
    ty: Ty,
    /// May stand under `old`.
    global: bool,
    /// Not an in-parameter.
    assignable: bool,
}

#[derive(Clone, Debug)]
struct Proc {
    name: String,
    ins: Vec<Var>,
    outs: Vec<Var>,
    body: bool,
}

/// Where an expression stands.
#[derive(Clone, Copy)]
struct Place<'a> {
    vars: &'a [Var],
    /// `old` may be used.
    old: bool,
}

struct Generator {
    random: Random,
    out: String,
    globals: Vec<Var>,
    procs: Vec<Proc>,
    labels: u32,
    size: Size,
}

impl Generator {
    fn line(&mut self, indent: usize, text: &str) {
        let _ = writeln!(self.out, "{:indent$}{text}", "", indent = indent * 2);
    }

    fn program(&mut self) {
        self.line(0, "datatype Color { Red(), Blue(dark: bool) }");
        self.line(0, "function {:bvbuiltin \"bvadd\"} add(a: bv2, b: bv2) returns (bv2);");
        self.line(0, "function {:bvbuiltin \"bvslt\"} slt(a: bv2, b: bv2) returns (bool);");
        self.line(0, "function {:inline} max(a: int, b: int) returns (int) { if a < b then b else a }");
        self.line(0, "function odd(a: int) returns (bool) { a mod 2 == 1 }");
        self.line(0, "function u(a: bool, b: bv2) returns (bool);");
        if self.random.percent(20) {
            self.line(0, "axiom (forall b: bv2 :: u(true, b) ==> u(false, b));");
        }
        for i in 0..1 + self.random.below(4) {
            let ty = self.random.pick(&COMMON);
            let name = format!("g{i}");
            let range = ty.range(&name).filter(|_| self.random.percent(15));
            let clause = range.map(|r| format!(" where {r}")).unwrap_or_default();
            self.line(0, &format!("var {name}: {}{clause};", ty.text()));
            self.globals.push(Var { name, ty, global: true, assignable: true });
        }
        let count = 1 + self.random.below(self.size.procedures);
        for i in 0..count {
            let name = if i == 0 { "main".to_string() } else { format!("p{i}") };
            let body = i == 0 || self.random.percent(85);
            let ins = self.parameters("a", 3, i != 0);
            let outs = self.parameters("r", 2, body);
            self.procs.push(Proc { name, ins, outs, body });
        }
        for i in 0..self.procs.len() {
            self.procedure(i);
        }
    }

    /// Parameters; `maps`: also maps over `int`, which nobody may choose freely.
    fn parameters(&mut self, prefix: &str, most: u64, maps: bool) -> Vec<Var> {
        let count = self.random.below(most);
        (0..count)
            .map(|i| {
                let mut ty = self.random.pick(&COMMON);
                if ty == IntInt && !maps {
                    ty = Bool;
                }
                Var { name: format!("{prefix}{i}"), ty, global: false, assignable: prefix == "r" }
            })
            .collect()
    }

    fn procedure(&mut self, index: usize) {
        let proc = self.procs[index].clone();
        let is_entry = index == 0;
        let list = |vars: &[Var]| -> String {
            vars.iter().map(|v| format!("{}: {}", v.name, v.ty.text())).collect::<Vec<_>>().join(", ")
        };
        // Out-parameters that are arbitrary at first are confined by a where clause or assigned at once.
        let mut outs = Vec::new();
        let mut begun = Vec::new();
        for v in &proc.outs {
            match v.ty.range(&v.name) {
                Some(range) if !proc.body || self.random.percent(50) => {
                    outs.push(format!("{}: {} where {range}", v.name, v.ty.text()));
                }
                range => {
                    outs.push(format!("{}: {}", v.name, v.ty.text()));
                    if range.is_some() || v.ty == IntInt {
                        begun.push(v.clone());
                    }
                }
            }
        }
        self.out.push('\n');
        let returns = if outs.is_empty() { String::new() } else { format!(" returns ({})", outs.join(", ")) };
        let semicolon = if proc.body { "" } else { ";" };
        self.line(0, &format!("procedure {}({}){returns}{semicolon}", proc.name, list(&proc.ins)));

        let mut before: Vec<Var> = self.globals.clone();
        before.extend(proc.ins.iter().cloned());
        if is_entry {
            before.retain(|v| v.ty != IntInt);
            for v in before.clone() {
                if let Some(range) = v.ty.range(&v.name) {
                    self.line(1, &format!("requires {range};"));
                }
            }
        }
        let mut after = before.clone();
        after.extend(proc.outs.iter().cloned());
        for (p, free, word) in [(12, false, "requires"), (8, true, "requires")] {
            if self.random.percent(p) {
                let e = self.likely(Place { vars: &before, old: false });
                self.line(1, &format!("{}{word} {e};", if free { "free " } else { "" }));
            }
        }
        if !proc.body {
            let changed: Vec<Var> =
                self.globals.iter().filter(|g| g.ty != IntInt).cloned().collect::<Vec<_>>().into_iter().collect();
            for g in changed {
                if self.random.percent(40) {
                    self.line(1, &format!("modifies {};", g.name));
                    if let Some(range) = g.ty.range(&g.name) {
                        self.line(1, &format!("ensures {range};"));
                    }
                }
            }
        } else {
            let names: Vec<&str> = self.globals.iter().map(|g| &*g.name).collect();
            let modifies = format!("modifies {};", names.join(", "));
            self.line(1, &modifies);
        }
        for (p, free) in [(if proc.body { 10 } else { 60 }, false), (8, true)] {
            if self.random.percent(p) {
                let e = self.likely(Place { vars: &after, old: true });
                self.line(1, &format!("{}ensures {e};", if free { "free " } else { "" }));
            }
        }
        if proc.body {
            self.body(&proc, is_entry, begun);
        }
    }

    fn body(&mut self, proc: &Proc, is_entry: bool, mut begun: Vec<Var>) {
        self.line(0, "{");
        let mut vars = self.globals.clone();
        vars.extend(proc.ins.iter().chain(&proc.outs).cloned());
        for i in 0..1 + self.random.below(3) {
            let ty = self.random.pick(&COMMON);
            let var = Var { name: format!("x{i}"), ty, global: false, assignable: true };
            let range = ty.range(&var.name);
            let clause = match &range {
                Some(range) if self.random.percent(30) => format!(" where {range}"),
                Some(_) => {
                    begun.push(var.clone());
                    String::new()
                }
                None if ty == IntInt => {
                    begun.push(var.clone());
                    String::new()
                }
                None if ty == Bool && self.random.percent(20) => {
                    let shown: Vec<Var> =
                        self.globals.iter().filter(|g| !is_entry || g.ty != IntInt).cloned().collect();
                    let e = self.bool(1, Place { vars: &shown, old: false });
                    format!(" where {} || {e}", var.name)
                }
                None => String::new(),
            };
            self.line(1, &format!("var {}: {}{clause};", var.name, ty.text()));
            vars.push(var);
        }
        if is_entry {
            begun.extend(self.globals.iter().filter(|g| g.ty == IntInt).cloned());
        }
        for v in begun {
            let e = self.constant(v.ty);
            self.line(1, &format!("{} := {e};", v.name));
        }
        // At its entry, the maps over `int` of the entry are arbitrary.
        let old_vars = vars.clone();
        let vars: Vec<Var> =
            old_vars.into_iter().map(|v| Var { global: v.global && !(is_entry && v.ty == IntInt), ..v }).collect();
        self.statements(1, self.size.nesting, &vars);
        if self.random.percent(60) {
            let e = self.unlikely_to_fail(Place { vars: &vars, old: true });
            self.line(1, &format!("assert {e};"));
        }
        self.line(0, "}");
    }

    fn statements(&mut self, indent: usize, nesting: u64, vars: &[Var]) {
        for _ in 0..1 + self.random.below(self.size.statements) {
            self.statement(indent, nesting, vars);
        }
    }

    fn statement(&mut self, indent: usize, nesting: u64, vars: &[Var]) {
        let here = Place { vars, old: true };
        let choice = self.random.below(if nesting == 0 { 60 } else { 100 });
        match choice {
            0..20 => self.assignment(indent, vars),
            20..28 => self.havoc(indent, vars),
            28..34 => {
                let e = self.likely(here);
                self.line(indent, &format!("assume {e};"));
            }
            34..44 => {
                let e = self.unlikely_to_fail(here);
                self.line(indent, &format!("assert {e};"));
            }
            44..60 => self.call(indent, vars),
            60..75 => {
                let guard = if self.random.percent(30) { "*".to_string() } else { self.bool(2, here) };
                self.line(indent, &format!("if ({guard}) {{"));
                self.statements(indent + 1, nesting - 1, vars);
                if self.random.percent(10) {
                    self.line(indent + 1, "return;");
                }
                if self.random.percent(50) {
                    self.line(indent, "} else {");
                    self.statements(indent + 1, nesting - 1, vars);
                }
                self.line(indent, "}");
            }
            75..87 => {
                let guard = if self.random.percent(30) { "*".to_string() } else { self.bool(2, here) };
                self.line(indent, &format!("while ({guard})"));
                if self.random.percent(20) {
                    let e = self.unlikely_to_fail(here);
                    self.line(indent + 1, &format!("invariant {e};"));
                }
                self.line(indent, "{");
                self.statements(indent + 1, nesting - 1, vars);
                if self.random.percent(15) {
                    let e = self.bool(1, here);
                    self.line(indent + 1, &format!("if ({e}) {{ break; }}"));
                }
                self.line(indent, "}");
            }
            87..94 => {
                let label = self.label();
                self.line(indent, &format!("body{label}:"));
                self.statements(indent, nesting - 1, vars);
                self.line(indent, &format!("goto body{label}, out{label};"));
                self.line(indent, &format!("out{label}:"));
            }
            _ => {
                let label = self.label();
                self.line(indent, &format!("goto left{label}, right{label};"));
                self.line(indent, &format!("left{label}:"));
                self.statements(indent, nesting - 1, vars);
                self.line(indent, &format!("goto right{label};"));
                self.line(indent, &format!("right{label}:"));
                self.statements(indent, nesting - 1, vars);
                let targets = if self.random.percent(50) {
                    format!("left{label}, out{label}")
                } else {
                    format!("out{label}, right{label}, left{label}")
                };
                self.line(indent, &format!("goto {targets};"));
                self.line(indent, &format!("out{label}:"));
            }
        }
    }

    fn label(&mut self) -> u32 {
        self.labels += 1;
        self.labels
    }

    fn assignment(&mut self, indent: usize, vars: &[Var]) {
        let here = Place { vars, old: true };
        let mut targets: Vec<&Var> = vars.iter().filter(|v| v.assignable).collect();
        let count = if self.random.percent(25) { 2 } else { 1 };
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for _ in 0..count {
            if targets.is_empty() {
                break;
            }
            let target = targets.swap_remove(self.random.below(targets.len() as u64) as usize);
            let (index, element) = match target.ty {
                BoolInt => (Some(Bool), Int),
                BvBool => (Some(Bv), Bool),
                IntInt => (Some(Int), Int),
                ty => (None, ty),
            };
            match index {
                Some(index) if self.random.percent(70) => {
                    let i = self.expr(index, 1, here);
                    left.push(format!("{}[{i}]", target.name));
                    right.push(self.expr(element, 2, here));
                }
                _ => {
                    left.push(target.name.clone());
                    right.push(self.expr(target.ty, 2, here));
                }
            }
        }
        if !left.is_empty() {
            self.line(indent, &format!("{} := {};", left.join(", "), right.join(", ")));
        }
    }

    fn havoc(&mut self, indent: usize, vars: &[Var]) {
        let targets: Vec<&Var> = vars.iter().filter(|v| v.assignable && v.ty != IntInt).collect();
        if targets.is_empty() {
            return;
        }
        let target = self.random.pick(&targets);
        self.line(indent, &format!("havoc {};", target.name));
        if let Some(range) = target.ty.range(&target.name) {
            self.line(indent, &format!("assume {range};"));
        }
    }

    fn call(&mut self, indent: usize, vars: &[Var]) {
        let here = Place { vars, old: true };
        let index = self.random.below(self.procs.len() as u64) as usize;
        // The entry calls itself rarely: it is what makes most executions.
        if index == 0 && self.random.percent(80) {
            return;
        }
        let proc = self.procs[index].clone();
        let args: Vec<String> = proc.ins.iter().map(|p| self.expr(p.ty, 1, here)).collect();
        let mut outs: Vec<String> = Vec::new();
        for out in &proc.outs {
            let fits = |v: &&Var| v.assignable && v.ty == out.ty && !outs.contains(&v.name);
            let targets: Vec<&Var> = vars.iter().filter(fits).collect();
            if targets.is_empty() {
                return;
            }
            outs.push(self.random.pick(&targets).name.clone());
        }
        let left = if outs.is_empty() { String::new() } else { format!("{} := ", outs.join(", ")) };
        self.line(indent, &format!("call {left}{}({});", proc.name, args.join(", ")));
    }

    /// A condition that holds more often than not.
    fn likely(&mut self, here: Place<'_>) -> String {
        let (a, b) = (self.bool(2, here), self.bool(1, here));
        format!("{a} || {b}")
    }

    /// A condition that fails seldom, so that programs are not all unsafe.
    fn unlikely_to_fail(&mut self, here: Place<'_>) -> String {
        let count = 2 + self.random.below(3);
        let parts: Vec<String> = (0..count).map(|_| self.bool(2, here)).collect();
        parts.join(" || ")
    }

    /// Without variables.
    fn constant(&mut self, ty: Ty) -> String {
        self.expr(ty, 0, Place { vars: &[], old: false })
    }

    fn expr(&mut self, ty: Ty, depth: u64, here: Place<'_>) -> String {
        let of_type: Vec<&Var> = here.vars.iter().filter(|v| v.ty == ty).collect();
        if !of_type.is_empty() && self.random.percent(if depth == 0 { 80 } else { 35 }) {
            let v = self.random.pick(&of_type);
            return if here.old && v.global && self.random.percent(15) {
                format!("old({})", v.name)
            } else {
                v.name.clone()
            };
        }
        if depth > 0 && self.random.percent(8) {
            let (c, a, b) =
                (self.bool(depth - 1, here), self.expr(ty, depth - 1, here), self.expr(ty, depth - 1, here));
            return format!("(if {c} then {a} else {b})");
        }
        match ty {
            Bool => self.bool(depth, here),
            Int => self.int(depth, here),
            Bv => self.bv(depth, here),
            Color => match self.random.below(3) {
                0 => "Red()".to_string(),
                _ => format!("Blue({})", self.expr(Bool, depth.saturating_sub(1), here)),
            },
            BoolInt | BvBool | IntInt => self.map(ty, depth, here),
        }
    }

    fn map(&mut self, ty: Ty, depth: u64, here: Place<'_>) -> String {
        let (index, element) = match ty {
            BoolInt => (Bool, Int),
            BvBool => (Bv, Bool),
            _ => (Int, Int),
        };
        if depth > 0 && self.random.percent(60) {
            let (m, i) = (self.expr(ty, depth - 1, here), self.expr(index, depth - 1, here));
            let e = self.expr(element, depth - 1, here);
            return format!("{m}[{i} := {e}]");
        }
        // Over int, the values do not depend on the index: such maps are tables.
        let e = self.expr(element, depth.saturating_sub(1), here);
        format!("(lambda k: {} :: {e})", index.text())
    }

    fn int(&mut self, depth: u64, here: Place<'_>) -> String {
        if depth == 0 {
            return format!("{}", self.random.below(5) as i64 - 1).replace('-', "0 - ").replace("0 - 1", "(0 - 1)");
        }
        let d = depth - 1;
        match self.random.below(9) {
            0..3 => format!("({} + {})", self.expr(Int, d, here), self.expr(Int, d, here)),
            3 => format!("({} - {})", self.expr(Int, d, here), self.expr(Int, d, here)),
            4 => format!("({} mod {})", self.expr(Int, d, here), 2 + self.random.below(2)),
            5 => format!("max({}, {})", self.expr(Int, d, here), self.expr(Int, d, here)),
            6 => format!("{}[{}]", self.expr(BoolInt, d, here), self.expr(Bool, d, here)),
            7 => format!("{}[{}]", self.expr(IntInt, d, here), self.expr(Int, d, here)),
            _ => format!("{}", self.random.below(4)),
        }
    }

    fn bv(&mut self, depth: u64, here: Place<'_>) -> String {
        if depth == 0 {
            return format!("{}bv2", self.random.below(4));
        }
        let d = depth - 1;
        match self.random.below(3) {
            0 => format!("add({}, {})", self.expr(Bv, d, here), self.expr(Bv, d, here)),
            1 => format!("({}[1:0] ++ {}[2:1])", self.atom(Bv, here), self.atom(Bv, here)),
            _ => format!("{}bv2", self.random.below(4)),
        }
    }

    /// A variable or a literal.
    fn atom(&mut self, ty: Ty, here: Place<'_>) -> String {
        self.expr(ty, 0, here)
    }

    fn bool(&mut self, depth: u64, here: Place<'_>) -> String {
        if depth == 0 {
            let of_type: Vec<&Var> = here.vars.iter().filter(|v| v.ty == Bool).collect();
            if !of_type.is_empty() && self.random.percent(70) {
                return self.random.pick(&of_type).name.clone();
            }
            return self.random.pick(&["true", "false"]).to_string();
        }
        let d = depth - 1;
        match self.random.below(15) {
            0 => format!("!{}", self.paren_bool(d, here)),
            1 => format!("({} && {})", self.paren_bool(d, here), self.paren_bool(d, here)),
            2 => format!("({} || {})", self.paren_bool(d, here), self.paren_bool(d, here)),
            3 => format!("({} ==> {})", self.paren_bool(d, here), self.paren_bool(d, here)),
            4 => format!("({} <==> {})", self.paren_bool(d, here), self.paren_bool(d, here)),
            5..8 => {
                let op = self.random.pick(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {op} {})", self.expr(Int, d, here), self.expr(Int, d, here))
            }
            8..10 => {
                let known: Vec<Ty> = ALL.into_iter().filter(|t| here.vars.iter().any(|v| v.ty == *t)).collect();
                let ty = if known.is_empty() { Bool } else { self.random.pick(&known) };
                let op = self.random.pick(&["==", "!="]);
                format!("({} {op} {})", self.expr(ty, d, here), self.expr(ty, d, here))
            }
            10 => format!("slt({}, {})", self.expr(Bv, d, here), self.expr(Bv, d, here)),
            11 => format!("{}[{}]", self.expr(BvBool, d, here), self.expr(Bv, d, here)),
            12 => format!("u({}, {})", self.expr(Bool, d, here), self.expr(Bv, d, here)),
            13 => format!("odd({})", self.expr(Int, d, here)),
            _ => {
                let (word, ty) = (self.random.pick(&["forall", "exists"]), self.random.pick(&[Bool, Bv]));
                self.labels += 1;
                let name = format!("q{}", self.labels);
                let mut vars = here.vars.to_vec();
                vars.push(Var { name: name.clone(), ty, global: false, assignable: false });
                let body = self.bool(d, Place { vars: &vars, old: here.old });
                format!("({word} {name}: {} :: {body})", ty.text())
            }
        }
    }

    fn paren_bool(&mut self, depth: u64, here: Place<'_>) -> String {
        let e = self.bool(depth, here);
        if e.starts_with('(') || !e.contains(' ') { e } else { format!("({e})") }
    }
}

//! Random C programs without undefined behaviour. Each ends at the word `CHECK`, where the places in [`OBSERVED`] hold
//! what the program computed. Several make one file if [`NAMES`] differ.

use std::fmt::Write;

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
        match self.random.below(19) {
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
            // In the range of `int`, so signed.
            14 => format!("((short)({a}) {} (short)({b}))", self.random.pick(&["+", "-", "*"])),
            15 => format!("((long)(int)({a}) {} (int)({b}))", self.random.pick(&["+", "-", "*"])),
            16 => format!("((_Bool)({a}) + (enum e)(({b}) & 3))"),
            17 => format!(
                "({ty})(-(short)({a}) {} {})",
                self.random.pick(&[">>", "&", "|", "%"]),
                self.random.below(7) + 1
            ),
            _ => format!("({ty})({a})"),
        }
    }

    fn line(&mut self, text: &str) {
        let indent = "  ".repeat(self.depth as usize);
        _ = writeln!(self.text, "{indent}{text}");
    }

    fn stmt(&mut self, budget: u32) {
        match self.random.below(if budget == 0 { 7 } else { 17 }) {
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
                self.line(&format!("{place} {op} (unsigned)({value});"));
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
                let (a, b) = (self.expr(1), self.expr(1));
                let text = self.random.pick(&[
                    "t = mk($A, $B);",
                    "lu = mk($A, $B).u;",
                    "ll = sum(s, $A);",
                    "li = sum(*ps, $B) > 0;",
                    "gl = op((unsigned char)($A), (unsigned char)($B));",
                    "op = $A ? add : mul;",
                    "lb = $A;",
                    "ge = (enum e)(($B) & 3);",
                    "s = (struct s){.u = $A, .f9 = $B, .arr = {[2] = 7}};",
                    "pn->d[1] = $A; pn = pn->next;",
                    "n[1].next->d[0] = $B;",
                    "pa = &a[($A) & 3]; lu = *pa;",
                    "li = (int)(&a[3] - &a[($B) & 3]);",
                    "un.h[1] = $A;",
                    "swap(&a[($A) & 3], &lu2);",
                    "memset(&t.arr, (unsigned char)($A), 3);",
                    "memcpy(&a[1], &un, 4);",
                    "gs = strlen(text[($A) & 1]) + text[1][($B) & 1];",
                    "lu = rec(($A) & 3, &lu2);",
                    "li = even((unsigned char)($A) & 7) ? -1 : odd(($B) & 3);",
                    "gi = list(($A) & 3, (short)($B));",
                    "op = ops[((unsigned char)($A)) % 3];",
                    "gl = ops[((unsigned char)($A)) % 3]((signed char)($B), 7);",
                    "v.op = ($A) ? add : less; li = v.op((short)($B), 2);",
                    "gv = v; gv.wide = $A;",
                    "ss[($A) & 1] = s; ss[($B) & 1].u++;",
                    "ss[1] = (($A) ? ss[0] : t);",
                    "ppu = ($A) ? &pu : &pa; **ppu = $B;",
                    "pa = &a[1]; pa += ($A) & 1; *pa++ = $B; pa = a;",
                    "((unsigned char *)&a)[($A) & 7] = $B;",
                    "lu = ((unsigned char *)&gl)[($A) & 7];",
                    "memmove(&ga[($A) & 1], &ga[($B) & 1], 8);",
                    "li = (gu++, ($A) ? (int)(short)($B) : WIDE);",
                    "gl = ((struct s){.c = $A, .arr = {[1] = $B}}).arr[1];",
                    "gus <<= ($A) & 7; gul >>= ($B) & 31;",
                    "gch += (signed char)($A); gll ^= $B;",
                    "last = ($A) ? &s : &ss[1]; last->u += 3; t = *last;",
                    "{ static int often = 3; often = often * 5 % 64 + (unsigned char)($A); kept[2] = often; }",
                    "lu = ({ unsigned r = $A; r ?: 6; });",
                    // The values of what assigns, to places of their own.
                    "li = ++*pu; gl = (*pu)--;",
                    "ll = ++**ppu + 1l;",
                    "ll = ++ps->c; lb = gch++;",
                    "li = s.f3++ + --t.f9;",
                    "gi = s.sf--; gh = gv.wide = $A;",
                    "lu = (s.u += $A);",
                    "gl = (gv.rest = $A); ll = (t.arr[1] = $B);",
                    "gul = gus = $A;",
                    "ll = (ps->in.h *= 3); gl = (pn->d[0] = (short)($B)) + 1;",
                    "gi = ++a[($A) & 3] > 2 ? gus-- : --gul;",
                ]);
                let text = text.replace("$A", &a).replace("$B", &b);
                self.line(&text);
            }
            14 => {
                let a = self.expr(1);
                self.loops += 1;
                let n = self.loops;
                self.line(&format!("unsigned g{n} = 0;"));
                self.line(&format!("again{n}: ;"));
                self.block(budget - 1);
                self.line(&format!("if (g{n}++ < 2 && ({a})) goto again{n};"));
            }
            15 => {
                let a = self.expr(1);
                self.loops += 1;
                let n = self.loops;
                self.line(&format!("goto *(({a}) ? &&first{n} : &&second{n});"));
                self.line(&format!("first{n}: ;"));
                self.block(budget - 1);
                self.line(&format!("second{n}: ;"));
            }
            11 => {
                let (a, b) = (self.expr(1), self.expr(1));
                self.loops += 1;
                let n = self.loops;
                self.line(&format!("int w{n} = (unsigned char)({a}) & 3;"));
                self.line("do {");
                self.block(budget - 1);
                self.line(&format!("}} while (w{n}-- > 0 && ({b}));"));
            }
            12 => {
                let cond = self.expr(1);
                self.loops += 1;
                let n = self.loops;
                self.line(&format!("if ({cond}) goto out{n};"));
                self.block(budget - 1);
                self.line(&format!("out{n}: ;"));
            }
            13 => {
                let (a, b) = (self.expr(1), self.expr(1));
                self.loops += 1;
                let n = self.loops;
                self.line(&format!("unsigned m{n} = ({a}) & 3, *q{n} = &m{n};"));
                self.line(&format!("while (*q{n} != 0) {{"));
                self.block(budget - 1);
                self.line(&format!("*q{n} -= 1; if ({b}) continue; gu ^= *q{n};"));
                self.line("}");
            }
            7 => {
                let cond = self.expr(2);
                self.line(&format!("if ({cond}) {{"));
                self.block(budget - 1);
                self.line("} else {");
                self.block(budget - 1);
                self.line("}");
            }
            8 => {
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
            9 => {
                let on = self.expr(2);
                self.line(&format!("switch ((unsigned char)({on}) & 3) {{"));
                for case in ["case 0: ;", "case 1 ... 2: ;", "default: ;"] {
                    self.line(case);
                    self.block(budget - 1);
                    if self.random.below(2) == 0 {
                        self.line("break;");
                    }
                }
                self.line("}");
            }
            10 => {
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

/// The program of a seed; statements are nested so deep.
pub fn program(seed: u64, nesting: u32) -> String {
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
        "lb",
        "n[1].d[0]",
        "pn->d[1]",
        "un.h[1]",
        "gq",
        "gus",
        "gul",
        "gch",
        "gll",
        "gw",
        "gv.lo",
        "gv.both",
        "gv.wide",
        "v.hi",
        "v.rest",
        "v.flag",
        "ss[1].l",
        "ss[0].arr[@]",
        "ss[0].f9",
        "**ppu",
        "kept[1]",
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
    g.text.push_str(include_str!("prelude.c"));
    g.depth = 0;
    g.block(nesting);
    g.text.push_str("  CHECK\n}\n");
    g.text
}

/// The names at file scope.
pub const NAMES: &str = "in s e E0 E1 E2 E3 WIDE ge un n v gs gq gw gu gi gc gh gl ga gus gul gch gll last add mul less ops \
                         gv f mk sum swap rec odd even list text main";

/// What is compared at the end.
pub const OBSERVED: &str = "gu gi gc gh gl lu lu2 li lc ll un.w s.u s.c s.l s.in.h s.f3 s.f9 s.sf t.u t.l t.f9 t.in.h a[0] a[1] a[2] \
                        a[3] ga[0] ga[1] ga[2] ga[3] m[1][0] m[1][1] m[1][2] m[1][3] s.arr[0] s.arr[3] t.arr[1] t.arr[2] *pu ps->c lb ge gs gq \
                        un.h[1] n[0].d[0] n[0].d[1] n[1].d[0] n[1].d[1] pn->d[0] sizeof(s) s.arr[2] pa[0] gus gul gch gll gw gw>>64 \
                        gv.kind gv.lo gv.hi gv.flag gv.wide gv.rest v.both v.wide v.rest ss[0].u ss[1].l ss[1].f9 ss[0].arr[1] **ppu \
                        kept[0] kept[1] kept[2] v.op(3,4) gv.op(5,6) ps==&t";

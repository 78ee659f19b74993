//! Functions that a theory of the solver interprets: the strings of `{:bvbuiltin "…"}` and `{:builtin "…"}`.

use ivl::ast::RoundingMode;

use super::Op;

macro_rules! builtins {
    ($($name:ident = $text:literal,)*) => {
        /// An SMT-LIB operator named by an attribute.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Builtin {
            $($name,)*
            /// `(_ sign_extend n)`
            SignExtend(u32),
            /// `(_ zero_extend n)`
            ZeroExtend(u32),
            /// `(_ rotate_left n)`
            RotateLeft(u32),
            /// `(_ rotate_right n)`
            RotateRight(u32),
            /// `(_ repeat n)`
            Repeat(u32),
            /// `(_ extract hi lo)`, `hi` included as in SMT-LIB
            Extract { hi: u32, lo: u32 },
            /// `(_ int2bv n)`
            IntToBv(u32),
            /// `(_ to_fp e s)`
            ToFp { exponent: u32, significand: u32 },
            /// `(_ to_fp_unsigned e s)`
            ToFpUnsigned { exponent: u32, significand: u32 },
            /// `(_ fp.to_ubv n)`
            FpToUbv(u32),
            /// `(_ fp.to_sbv n)`
            FpToSbv(u32),
            /// `(_ to_fp e s) RNE`: the operator with its first argument, the rounding mode.
            Rounded(Box<Builtin>, RoundingMode),
            /// An operator that rmt does not interpret; kept so that programs which never reach it still run.
            Other(Box<str>),
        }

        impl Builtin {
            /// The operator without indices of that SMT-LIB name.
            fn plain(text: &str) -> Option<Builtin> {
                match text {
                    $($text => Some(Builtin::$name),)*
                    _ => None,
                }
            }

            /// The attribute's text.
            pub fn text(&self) -> String {
                match self {
                    $(Builtin::$name => $text.to_string(),)*
                    Builtin::SignExtend(n) => format!("(_ sign_extend {n})"),
                    Builtin::ZeroExtend(n) => format!("(_ zero_extend {n})"),
                    Builtin::RotateLeft(n) => format!("(_ rotate_left {n})"),
                    Builtin::RotateRight(n) => format!("(_ rotate_right {n})"),
                    Builtin::Repeat(n) => format!("(_ repeat {n})"),
                    Builtin::Extract { hi, lo } => format!("(_ extract {hi} {lo})"),
                    Builtin::IntToBv(n) => format!("(_ int2bv {n})"),
                    Builtin::ToFp { exponent, significand } => format!("(_ to_fp {exponent} {significand})"),
                    Builtin::ToFpUnsigned { exponent, significand } => {
                        format!("(_ to_fp_unsigned {exponent} {significand})")
                    }
                    Builtin::FpToUbv(n) => format!("(_ fp.to_ubv {n})"),
                    Builtin::FpToSbv(n) => format!("(_ fp.to_sbv {n})"),
                    Builtin::Rounded(op, mode) => format!("{} {}", op.text(), short_name(*mode)),
                    Builtin::Other(text) => text.to_string(),
                }
            }
        }
    };
}

builtins! {
    BvAdd = "bvadd",
    BvSub = "bvsub",
    BvMul = "bvmul",
    BvUdiv = "bvudiv",
    BvUrem = "bvurem",
    BvSdiv = "bvsdiv",
    BvSrem = "bvsrem",
    BvSmod = "bvsmod",
    BvNeg = "bvneg",
    BvAnd = "bvand",
    BvOr = "bvor",
    BvXor = "bvxor",
    BvNot = "bvnot",
    BvNand = "bvnand",
    BvNor = "bvnor",
    BvXnor = "bvxnor",
    BvComp = "bvcomp",
    BvShl = "bvshl",
    BvLshr = "bvlshr",
    BvAshr = "bvashr",
    BvUlt = "bvult",
    BvUle = "bvule",
    BvUgt = "bvugt",
    BvUge = "bvuge",
    BvSlt = "bvslt",
    BvSle = "bvsle",
    BvSgt = "bvsgt",
    BvSge = "bvsge",
    Concat = "concat",
    BvToInt = "bv2int",
    BvToNat = "bv2nat",
    UbvToInt = "ubv_to_int",
    SbvToInt = "sbv_to_int",
    Add = "+",
    Sub = "-",
    Mul = "*",
    Div = "div",
    Mod = "mod",
    Rem = "rem",
    RealDiv = "/",
    Abs = "abs",
    ToReal = "to_real",
    ToInt = "to_int",
    IsInt = "is_int",
    Lt = "<",
    Le = "<=",
    Gt = ">",
    Ge = ">=",
    Eq = "=",
    Distinct = "distinct",
    Not = "not",
    And = "and",
    Or = "or",
    Xor = "xor",
    Implies = "=>",
    Ite = "ite",
    MapConst = "MapConst",
    MapAdd = "MapAdd",
    MapSub = "MapSub",
    MapMul = "MapMul",
    MapDiv = "MapDiv",
    MapMod = "MapMod",
    MapEq = "MapEq",
    MapGt = "MapGt",
    MapGe = "MapGe",
    MapLt = "MapLt",
    MapLe = "MapLe",
    MapOr = "MapOr",
    MapAnd = "MapAnd",
    MapNot = "MapNot",
    MapImp = "MapImp",
    MapIff = "MapIff",
    MapIte = "MapIte",
    FpAbs = "fp.abs",
    FpNeg = "fp.neg",
    FpAdd = "fp.add",
    FpSub = "fp.sub",
    FpMul = "fp.mul",
    FpDiv = "fp.div",
    FpFma = "fp.fma",
    FpSqrt = "fp.sqrt",
    FpRem = "fp.rem",
    FpRoundToIntegral = "fp.roundToIntegral",
    FpMin = "fp.min",
    FpMax = "fp.max",
    FpLe = "fp.leq",
    FpLt = "fp.lt",
    FpGe = "fp.geq",
    FpGt = "fp.gt",
    FpEq = "fp.eq",
    FpIsNormal = "fp.isNormal",
    FpIsSubnormal = "fp.isSubnormal",
    FpIsZero = "fp.isZero",
    FpIsInfinite = "fp.isInfinite",
    FpIsNan = "fp.isNaN",
    FpIsNegative = "fp.isNegative",
    FpIsPositive = "fp.isPositive",
    FpToReal = "fp.to_real",
    RoundNearestEven = "RNE",
    RoundNearestAway = "RNA",
    RoundTowardPositive = "RTP",
    RoundTowardNegative = "RTN",
    RoundTowardZero = "RTZ",
}

const MODES: [RoundingMode; 5] = [
    RoundingMode::NearestEven,
    RoundingMode::NearestAway,
    RoundingMode::TowardPositive,
    RoundingMode::TowardNegative,
    RoundingMode::TowardZero,
];

/// SMT-LIB's short name.
pub fn short_name(mode: RoundingMode) -> &'static str {
    match mode {
        RoundingMode::NearestEven => "RNE",
        RoundingMode::NearestAway => "RNA",
        RoundingMode::TowardPositive => "RTP",
        RoundingMode::TowardNegative => "RTN",
        RoundingMode::TowardZero => "RTZ",
    }
}

impl Builtin {
    /// Whether it gives the integer that a bit-vector without a sign is.
    pub fn is_bv2nat(&self) -> bool {
        matches!(self, Builtin::BvToInt | Builtin::BvToNat | Builtin::UbvToInt)
    }

    /// The operator of the language that does the same with so many operands.
    pub fn operator(&self, operands: usize) -> Option<Op> {
        Some(match (self, operands) {
            (Builtin::And, _) => Op::And,
            (Builtin::Or, _) => Op::Or,
            (Builtin::Ite, 3) => Op::Ite,
            (Builtin::Not, 1) => Op::Not,
            (Builtin::Eq, 2) => Op::Eq,
            (Builtin::Lt, 2) => Op::Lt,
            (Builtin::Le, 2) => Op::Le,
            (Builtin::Gt, 2) => Op::Gt,
            (Builtin::Ge, 2) => Op::Ge,
            (Builtin::Add, 2) => Op::Add,
            (Builtin::Sub, 2) => Op::Sub,
            (Builtin::Mul, 2) => Op::Mul,
            (Builtin::Div, 2) => Op::Div,
            (Builtin::Mod, 2) => Op::Mod,
            _ => return None,
        })
    }

    /// Reads an attribute's text; `extra` holds the integer arguments of a separate `{:indices …}` attribute.
    /// Never fails: what is not known becomes [`Builtin::Other`].
    pub fn parse(text: &str, extra: &[u32]) -> Builtin {
        let trimmed = text.trim();
        if extra.is_empty()
            && let Some(plain) = Builtin::plain(trimmed)
        {
            return plain;
        }
        for mode in MODES {
            if let Some(op) = trimmed.strip_suffix(short_name(mode))
                && op.ends_with(|c: char| c.is_whitespace())
            {
                return Builtin::Rounded(Box::new(Builtin::parse(op, extra)), mode);
            }
        }
        let inner = trimmed.strip_prefix("(_").and_then(|t| t.strip_suffix(')')).unwrap_or(trimmed);
        let mut words = inner.split_whitespace();
        let name = words.next().unwrap_or("");
        let written: Option<Vec<u32>> = words.map(|w| w.parse().ok()).collect();
        let indices = written.map(|mut w| {
            w.extend_from_slice(extra);
            w
        });
        match (name, indices.as_deref()) {
            ("sign_extend", Some(&[n])) => Builtin::SignExtend(n),
            ("zero_extend", Some(&[n])) => Builtin::ZeroExtend(n),
            ("rotate_left", Some(&[n])) => Builtin::RotateLeft(n),
            ("rotate_right", Some(&[n])) => Builtin::RotateRight(n),
            ("repeat", Some(&[n])) => Builtin::Repeat(n),
            ("extract", Some(&[hi, lo])) => Builtin::Extract { hi, lo },
            ("int2bv" | "int_to_bv" | "nat2bv", Some(&[n])) => Builtin::IntToBv(n),
            ("to_fp", Some(&[exponent, significand])) => Builtin::ToFp { exponent, significand },
            ("to_fp_unsigned", Some(&[exponent, significand])) => Builtin::ToFpUnsigned { exponent, significand },
            ("fp.to_ubv", Some(&[n])) => Builtin::FpToUbv(n),
            ("fp.to_sbv", Some(&[n])) => Builtin::FpToSbv(n),
            _ => Builtin::Other(trimmed.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_indexed_operators() {
        assert_eq!(Builtin::parse("bvadd", &[]), Builtin::BvAdd);
        assert_eq!(Builtin::parse("(_ sign_extend 24)", &[]), Builtin::SignExtend(24));
        assert_eq!(Builtin::parse("zero_extend 8", &[]), Builtin::ZeroExtend(8));
        assert_eq!(Builtin::parse("zero_extend", &[8]), Builtin::ZeroExtend(8));
        assert_eq!(Builtin::parse("(_ to_fp 8 24)", &[]), Builtin::ToFp { exponent: 8, significand: 24 });
        let rounded =
            Builtin::Rounded(Box::new(Builtin::ToFp { exponent: 8, significand: 24 }), RoundingMode::TowardZero);
        assert_eq!(Builtin::parse("(_ to_fp 8 24) RTZ", &[]), rounded);
        assert_eq!(rounded.text(), "(_ to_fp 8 24) RTZ");
        assert_eq!(Builtin::parse("str.++", &[]), Builtin::Other("str.++".into()));
    }
}

//! Sorts, functions and terms of the theories that are built in.

use std::ffi::CString;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use z3_sys::*;

use super::handle::{Sort, Term};
use super::session::Session;

/// Whether a function is free or given by [`Session::define`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FuncKind {
    Free,
    Recursive,
}

type Unary = unsafe extern "C" fn(Z3_context, Z3_ast) -> Option<Z3_ast>;
type Binary = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast) -> Option<Z3_ast>;
type Nary = unsafe extern "C" fn(Z3_context, u32, *const Z3_ast) -> Option<Z3_ast>;

macro_rules! unary { ($($name:ident = $z3:ident;)*) => { impl Session { $(
    pub fn $name(&self, a: Term) -> Term { self.unary($z3, a) }
)* } }; }

macro_rules! binary { ($($name:ident = $z3:ident;)*) => { impl Session { $(
    pub fn $name(&self, a: Term, b: Term) -> Term { self.binary($z3, a, b) }
)* } }; }

macro_rules! nary { ($($name:ident = $z3:ident;)*) => { impl Session { $(
    pub fn $name(&self, args: &[Term]) -> Term { self.nary($z3, args) }
)* } }; }

unary! {
    not = Z3_mk_not;
    neg = Z3_mk_unary_minus;
    int_to_real = Z3_mk_int2real;
    real_to_int = Z3_mk_real2int;
    is_int = Z3_mk_is_int;
    bv_not = Z3_mk_bvnot;
    bv_neg = Z3_mk_bvneg;
    abs = Z3_mk_abs;
    fp_abs = Z3_mk_fpa_abs;
    fp_neg = Z3_mk_fpa_neg;
    fp_is_normal = Z3_mk_fpa_is_normal;
    fp_is_subnormal = Z3_mk_fpa_is_subnormal;
    fp_is_zero = Z3_mk_fpa_is_zero;
    fp_is_infinite = Z3_mk_fpa_is_infinite;
    fp_is_nan = Z3_mk_fpa_is_nan;
    fp_is_negative = Z3_mk_fpa_is_negative;
    fp_is_positive = Z3_mk_fpa_is_positive;
    fp_to_real = Z3_mk_fpa_to_real;
}

binary! {
    eq = Z3_mk_eq;
    iff = Z3_mk_iff;
    implies = Z3_mk_implies;
    xor = Z3_mk_xor;
    lt = Z3_mk_lt;
    le = Z3_mk_le;
    gt = Z3_mk_gt;
    ge = Z3_mk_ge;
    div = Z3_mk_div;
    modulo = Z3_mk_mod;
    rem = Z3_mk_rem;
    power = Z3_mk_power;
    concat = Z3_mk_concat;
    bv_and = Z3_mk_bvand;
    bv_or = Z3_mk_bvor;
    bv_xor = Z3_mk_bvxor;
    bv_nand = Z3_mk_bvnand;
    bv_nor = Z3_mk_bvnor;
    bv_xnor = Z3_mk_bvxnor;
    bv_add = Z3_mk_bvadd;
    bv_sub = Z3_mk_bvsub;
    bv_mul = Z3_mk_bvmul;
    bv_udiv = Z3_mk_bvudiv;
    bv_sdiv = Z3_mk_bvsdiv;
    bv_urem = Z3_mk_bvurem;
    bv_srem = Z3_mk_bvsrem;
    bv_smod = Z3_mk_bvsmod;
    bv_shl = Z3_mk_bvshl;
    bv_lshr = Z3_mk_bvlshr;
    bv_ashr = Z3_mk_bvashr;
    bv_ult = Z3_mk_bvult;
    bv_ule = Z3_mk_bvule;
    bv_ugt = Z3_mk_bvugt;
    bv_uge = Z3_mk_bvuge;
    bv_slt = Z3_mk_bvslt;
    bv_sle = Z3_mk_bvsle;
    bv_sgt = Z3_mk_bvsgt;
    bv_sge = Z3_mk_bvsge;
    fp_rem = Z3_mk_fpa_rem;
    fp_min = Z3_mk_fpa_min;
    fp_max = Z3_mk_fpa_max;
    fp_le = Z3_mk_fpa_leq;
    fp_lt = Z3_mk_fpa_lt;
    fp_ge = Z3_mk_fpa_geq;
    fp_gt = Z3_mk_fpa_gt;
    fp_eq = Z3_mk_fpa_eq;
    fp_sqrt = Z3_mk_fpa_sqrt;
    fp_round_to_integral = Z3_mk_fpa_round_to_integral;
}

nary! {
    and_all = Z3_mk_and;
    or_all = Z3_mk_or;
    add = Z3_mk_add;
    sub = Z3_mk_sub;
    mul = Z3_mk_mul;
    distinct = Z3_mk_distinct;
}

impl Session {
    fn unary(&self, build: Unary, a: Term) -> Term {
        // SAFETY: the term belongs to this context.
        self.built(unsafe { build(self.ctx, a.of(self.ctx)) })
    }

    fn binary(&self, build: Binary, a: Term, b: Term) -> Term {
        // SAFETY: the terms belong to this context.
        self.built(unsafe { build(self.ctx, a.of(self.ctx), b.of(self.ctx)) })
    }

    fn nary(&self, build: Nary, args: &[Term]) -> Term {
        // SAFETY: `Term` has the layout of its only field; the terms belong to this context.
        let args: Vec<Z3_ast> = args.iter().map(|t| t.of(self.ctx)).collect();
        self.built(unsafe { build(self.ctx, args.len() as u32, args.as_ptr()) })
    }

    /// The built term; `true` in its place when Z3 refused (the next check reports why).
    pub(super) fn built(&self, ast: Option<Z3_ast>) -> Term {
        match ast {
            Some(ast) => Term::new(self.ctx, ast),
            None => {
                self.note_error();
                self.bool(true)
            }
        }
    }

    /// An application's operator and arguments.
    pub(super) fn application(&self, term: Term) -> Option<(DeclKind, Vec<Term>)> {
        // SAFETY: the term is checked to be an application.
        unsafe {
            if Z3_get_ast_kind(self.ctx, term.of(self.ctx)) != AstKind::App {
                return None;
            }
            let app = Z3_to_app(self.ctx, term.of(self.ctx))?;
            let args = (0..Z3_get_app_num_args(self.ctx, app)).filter_map(|i| Z3_get_app_arg(self.ctx, app, i));
            Some((
                Z3_get_decl_kind(self.ctx, Z3_get_app_decl(self.ctx, app)?),
                args.map(|arg| Term::new(self.ctx, arg)).collect(),
            ))
        }
    }

    /// What an operator or function is applied to.
    pub fn operands(&self, term: Term) -> Vec<Term> {
        self.application(term).map(|(_, operands)| operands).unwrap_or_default()
    }

    pub(super) fn built_sort(&self, sort: Option<Z3_sort>) -> Sort {
        sort.map_or_else(
            || {
                self.note_error();
                self.bool_sort()
            },
            |sort| Sort::new(self.ctx, sort),
        )
    }

    pub fn bool_sort(&self) -> Sort {
        // SAFETY: plain call.
        Sort::new(self.ctx, unsafe { Z3_mk_bool_sort(self.ctx) }.expect("internal: Z3 has no Bool"))
    }

    pub fn int_sort(&self) -> Sort {
        // SAFETY: plain call.
        self.built_sort(unsafe { Z3_mk_int_sort(self.ctx) })
    }

    pub fn real_sort(&self) -> Sort {
        // SAFETY: plain call.
        self.built_sort(unsafe { Z3_mk_real_sort(self.ctx) })
    }

    pub fn bv_sort(&self, width: u32) -> Sort {
        // SAFETY: plain call.
        self.built_sort(unsafe { Z3_mk_bv_sort(self.ctx, width) })
    }

    pub fn fp_sort(&self, exponent: u32, significand: u32) -> Sort {
        // SAFETY: plain call.
        self.built_sort(unsafe { Z3_mk_fpa_sort(self.ctx, exponent, significand) })
    }

    pub fn rounding_mode_sort(&self) -> Sort {
        // SAFETY: plain call.
        self.built_sort(unsafe { Z3_mk_fpa_rounding_mode_sort(self.ctx) })
    }

    pub fn uninterpreted_sort(&self, name: &str) -> Sort {
        // SAFETY: plain call.
        self.built_sort(unsafe { Z3_mk_uninterpreted_sort(self.ctx, self.symbol(name)) })
    }

    pub fn bool(&self, value: bool) -> Term {
        // SAFETY: plain calls.
        let ast = unsafe { if value { Z3_mk_true(self.ctx) } else { Z3_mk_false(self.ctx) } };
        Term::new(self.ctx, ast.expect("internal: Z3 has no Boolean constants"))
    }

    /// A numeral of the sort: decimal digits, with a sign or as a fraction where the sort allows.
    fn numeral(&self, digits: &str, sort: Sort) -> Term {
        let text = CString::new(digits).expect("internal: a numeral has no zero byte");
        // SAFETY: a zero-terminated string that outlives the call.
        self.built(unsafe { Z3_mk_numeral(self.ctx, text.as_ptr(), sort.of(self.ctx)) })
    }

    pub fn int(&self, value: &BigInt) -> Term {
        match i64::try_from(value) {
            // SAFETY: plain call.
            Ok(small) => self.built(unsafe { Z3_mk_int64(self.ctx, small, self.int_sort().of(self.ctx)) }),
            Err(_) => self.numeral(&value.to_string(), self.int_sort()),
        }
    }

    pub fn real(&self, value: &BigRational) -> Term {
        self.numeral(&format!("{}/{}", value.numer(), value.denom()), self.real_sort())
    }

    pub fn bv(&self, value: &BigUint, width: u32) -> Term {
        self.numeral(&value.to_string(), self.bv_sort(width))
    }

    /// The float with that IEEE bit pattern.
    pub fn fp_from_bits(&self, bits: Term, sort: Sort) -> Term {
        // SAFETY: term and sort belong to this context.
        self.built(unsafe { Z3_mk_fpa_to_fp_bv(self.ctx, bits.of(self.ctx), sort.of(self.ctx)) })
    }

    /// The IEEE bit pattern; not specified for NaN.
    pub fn fp_to_bits(&self, fp: Term) -> Term {
        self.unary(Z3_mk_fpa_to_ieee_bv, fp)
    }

    /// `fp.add`, `fp.sub`, `fp.mul` or `fp.div` with a rounding mode.
    pub fn fp_arith(&self, op: FpArith, mode: Term, a: Term, b: Term) -> Term {
        // SAFETY: the terms belong to this context.
        self.built(unsafe {
            match op {
                FpArith::Add => Z3_mk_fpa_add(self.ctx, mode.of(self.ctx), a.of(self.ctx), b.of(self.ctx)),
                FpArith::Sub => Z3_mk_fpa_sub(self.ctx, mode.of(self.ctx), a.of(self.ctx), b.of(self.ctx)),
                FpArith::Mul => Z3_mk_fpa_mul(self.ctx, mode.of(self.ctx), a.of(self.ctx), b.of(self.ctx)),
                FpArith::Div => Z3_mk_fpa_div(self.ctx, mode.of(self.ctx), a.of(self.ctx), b.of(self.ctx)),
            }
        })
    }

    pub fn fp_fma(&self, mode: Term, a: Term, b: Term, c: Term) -> Term {
        // SAFETY: the terms belong to this context.
        self.built(unsafe {
            Z3_mk_fpa_fma(self.ctx, mode.of(self.ctx), a.of(self.ctx), b.of(self.ctx), c.of(self.ctx))
        })
    }

    /// Conversion of a float, real or signed bit-vector to a float.
    pub fn fp_convert(&self, mode: Term, arg: Term, from: FpSource, to: Sort) -> Term {
        // SAFETY: terms and sort belong to this context.
        self.built(unsafe {
            match from {
                FpSource::Float => {
                    Z3_mk_fpa_to_fp_float(self.ctx, mode.of(self.ctx), arg.of(self.ctx), to.of(self.ctx))
                }
                FpSource::Real => Z3_mk_fpa_to_fp_real(self.ctx, mode.of(self.ctx), arg.of(self.ctx), to.of(self.ctx)),
                FpSource::Signed => {
                    Z3_mk_fpa_to_fp_signed(self.ctx, mode.of(self.ctx), arg.of(self.ctx), to.of(self.ctx))
                }
                FpSource::Unsigned => {
                    Z3_mk_fpa_to_fp_unsigned(self.ctx, mode.of(self.ctx), arg.of(self.ctx), to.of(self.ctx))
                }
            }
        })
    }

    pub fn fp_to_bv(&self, mode: Term, arg: Term, width: u32, signed: bool) -> Term {
        // SAFETY: the terms belong to this context.
        self.built(unsafe {
            if signed {
                Z3_mk_fpa_to_sbv(self.ctx, mode.of(self.ctx), arg.of(self.ctx), width)
            } else {
                Z3_mk_fpa_to_ubv(self.ctx, mode.of(self.ctx), arg.of(self.ctx), width)
            }
        })
    }

    pub fn rounding_mode(&self, mode: ivl::ast::RoundingMode) -> Term {
        use ivl::ast::RoundingMode as M;
        // SAFETY: plain calls.
        self.built(unsafe {
            match mode {
                M::NearestEven => Z3_mk_fpa_rne(self.ctx),
                M::NearestAway => Z3_mk_fpa_rna(self.ctx),
                M::TowardPositive => Z3_mk_fpa_rtp(self.ctx),
                M::TowardNegative => Z3_mk_fpa_rtn(self.ctx),
                M::TowardZero => Z3_mk_fpa_rtz(self.ctx),
            }
        })
    }

    pub fn ite(&self, condition: Term, then: Term, otherwise: Term) -> Term {
        // SAFETY: the terms belong to this context.
        self.built(unsafe { Z3_mk_ite(self.ctx, condition.of(self.ctx), then.of(self.ctx), otherwise.of(self.ctx)) })
    }

    /// `(_ extract hi lo)`, `hi` included.
    pub fn extract(&self, hi: u32, lo: u32, arg: Term) -> Term {
        // SAFETY: the term belongs to this context.
        self.built(unsafe { Z3_mk_extract(self.ctx, hi, lo, arg.of(self.ctx)) })
    }

    pub fn sign_extend(&self, by: u32, arg: Term) -> Term {
        // SAFETY: the term belongs to this context.
        self.built(unsafe { Z3_mk_sign_ext(self.ctx, by, arg.of(self.ctx)) })
    }

    pub fn zero_extend(&self, by: u32, arg: Term) -> Term {
        // SAFETY: the term belongs to this context.
        self.built(unsafe { Z3_mk_zero_ext(self.ctx, by, arg.of(self.ctx)) })
    }

    pub fn rotate_left(&self, by: u32, arg: Term) -> Term {
        // SAFETY: the term belongs to this context.
        self.built(unsafe { Z3_mk_rotate_left(self.ctx, by, arg.of(self.ctx)) })
    }

    pub fn rotate_right(&self, by: u32, arg: Term) -> Term {
        // SAFETY: the term belongs to this context.
        self.built(unsafe { Z3_mk_rotate_right(self.ctx, by, arg.of(self.ctx)) })
    }

    pub fn repeat(&self, times: u32, arg: Term) -> Term {
        // SAFETY: the term belongs to this context.
        self.built(unsafe { Z3_mk_repeat(self.ctx, times, arg.of(self.ctx)) })
    }

    pub fn int_to_bv(&self, width: u32, arg: Term) -> Term {
        // SAFETY: the term belongs to this context.
        self.built(unsafe { Z3_mk_int2bv(self.ctx, width, arg.of(self.ctx)) })
    }

    pub fn bv_to_int(&self, arg: Term, signed: bool) -> Term {
        // SAFETY: the term belongs to this context.
        self.built(unsafe { Z3_mk_bv2int(self.ctx, arg.of(self.ctx), signed) })
    }

    pub fn and(&self, args: &[Term]) -> Term {
        match args {
            [] => self.bool(true),
            [one] => *one,
            _ => self.and_all(args),
        }
    }

    pub fn or(&self, args: &[Term]) -> Term {
        match args {
            [] => self.bool(false),
            [one] => *one,
            _ => self.or_all(args),
        }
    }
}

/// Rounded arithmetic of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FpArith {
    Add,
    Sub,
    Mul,
    Div,
}

/// What a value is that becomes a float.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FpSource {
    Float,
    Real,
    Signed,
    Unsigned,
}

//! Values as the author of a program would write them.
//!
//! ```text
//! -3   2.5   1/3   5bv32   true   T#2   Cons(1, Nil())   [0 := 1, 5 := 2, else 0]   0x1.8e0f24e8   0NaN24e8
//! ```

use std::fmt::Write;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::ir::Program;
use crate::ir::builtin::short_name;
use crate::verdict::{MapBase, Value};

/// Entries of a map that are written out.
const MOST_ENTRIES: usize = 200;

/// The text of a value.
pub fn value_text(program: &Program, value: &Value) -> String {
    let mut text = String::new();
    write_value(&mut text, program, value);
    text
}

/// `a, b, c`
pub fn list_text(program: &Program, values: &[Value]) -> String {
    let mut text = String::new();
    write_list(&mut text, program, values);
    text
}

fn write_list(out: &mut String, program: &Program, values: &[Value]) {
    for (i, value) in values.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        write_value(out, program, value);
    }
}

fn write_value(out: &mut String, program: &Program, value: &Value) {
    // Writing to a string does not fail.
    let _ = match value {
        Value::Bool(b) => write!(out, "{b}"),
        Value::Int(n) => write!(out, "{n}"),
        Value::Real(r) => write!(out, "{}", real_text(r)),
        Value::Bv { value, width } => write!(out, "{value}bv{width}"),
        Value::Float { bits, exponent, significand } => write!(out, "{}", float_text(bits, *exponent, *significand)),
        Value::RoundingMode(mode) => write!(out, "{}", short_name(*mode)),
        Value::Unknown(number) => write!(out, "?{number}"),
        Value::Str(s) => write!(out, "\"{}\"", s.replace('"', "\\\"")),
        Value::Element { con, number } => write!(out, "{}#{number}", program.type_cons[*con].name),
        Value::Data { constructor, fields } => {
            out.push_str(&program.funcs[*constructor].name);
            out.push('(');
            write_list(out, program, fields);
            out.push(')');
            Ok(())
        }
        Value::Map(map) => {
            out.push('[');
            for (number, (key, v)) in map.entries.iter().enumerate() {
                if number == MOST_ENTRIES {
                    let _ = write!(out, "… {} more, ", map.entries.len() - number);
                    break;
                }
                write_list(out, program, key);
                out.push_str(" := ");
                write_value(out, program, v);
                out.push_str(", ");
            }
            match &map.base {
                MapBase::Const(v) => {
                    out.push_str("else ");
                    write_value(out, program, v);
                }
                MapBase::Lambda { .. } => out.push_str("else lambda"),
            }
            out.push(']');
            Ok(())
        }
    };
}

/// A decimal where there is a short one, else a fraction.
fn real_text(r: &BigRational) -> String {
    let mut scaled = r.clone();
    let ten = BigRational::from_integer(BigInt::from(10));
    for digits in 0..=12usize {
        if scaled.is_integer() {
            let unscaled = scaled.to_integer();
            if digits == 0 {
                return format!("{unscaled}.0");
            }
            let magnitude = format!("{:0>width$}", unscaled.magnitude().to_string(), width = digits + 1);
            let (whole, fraction) = magnitude.split_at(magnitude.len() - digits);
            let sign = if r.is_negative() { "-" } else { "" };
            return format!("{sign}{whole}.{fraction}");
        }
        scaled *= &ten;
    }
    format!("{}/{}", r.numer(), r.denom())
}

/// Boogie's literal: hexadecimal significand, a power of sixteen, the format.
fn float_text(bits: &BigUint, exponent: u32, significand: u32) -> String {
    let format = format!("{significand}e{exponent}");
    let fraction_bits = significand - 1;
    let negative = bits.bit(u64::from(exponent + fraction_bits));
    let sign = if negative { "-" } else { "" };
    let fraction = bits % (BigUint::one() << fraction_bits);
    let all_ones = (BigUint::one() << exponent) - 1u8;
    let biased = (bits >> fraction_bits) & &all_ones;
    if biased == all_ones {
        let name = if fraction.is_zero() { if negative { "-oo" } else { "+oo" } } else { "NaN" };
        return format!("0{name}{format}");
    }
    let bias = (BigInt::one() << (exponent - 1)) - 1;
    let (mantissa, power) = if biased.is_zero() {
        (fraction, BigInt::one() - bias)
    } else {
        (fraction + (BigUint::one() << fraction_bits), BigInt::from(biased) - bias)
    };
    if mantissa.is_zero() {
        return format!("0x{sign}0.0e0f{format}");
    }
    // value = mantissa * 2^(power - fraction_bits); make the power of two a multiple of four.
    let shift: BigInt = power - fraction_bits;
    let rest = ((&shift % 4) + 4u8) % 4u8;
    let low = u32::try_from(&rest).unwrap_or(0);
    let mantissa = mantissa << low;
    let mut sixteenths: BigInt = (shift - rest) / 4;
    let mut digits = format!("{mantissa:x}");
    sixteenths += digits.len() - 1;
    let rest = digits.split_off(1);
    let rest = rest.trim_end_matches('0');
    format!("0x{sign}{digits}.{}e{sixteenths}f{format}", if rest.is_empty() { "0" } else { rest })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reals() {
        let text = |n: i64, d: i64| real_text(&BigRational::new(n.into(), d.into()));
        assert_eq!(text(5, 2), "2.5");
        assert_eq!(text(-1, 100), "-0.01");
        assert_eq!(text(3, 1), "3.0");
        assert_eq!(text(1, 3), "1/3");
    }

    #[test]
    fn floats() {
        let text = |x: f32| float_text(&x.to_bits().into(), 8, 24);
        assert_eq!(text(1.5), "0x1.8e0f24e8");
        assert_eq!(text(-0.0), "0x-0.0e0f24e8");
        assert_eq!(text(16.0), "0x1.0e1f24e8");
        assert_eq!(text(0.5), "0x8.0e-1f24e8");
        assert_eq!(text(f32::NAN), "0NaN24e8");
        assert_eq!(text(f32::NEG_INFINITY), "0-oo24e8");
    }
}

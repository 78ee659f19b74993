//! What a format asks for.
//!
//! ```text
//! "%-4s|%02x"   →   a string, at least 4 wide, to the left; "|"; a number in base 16, at least 2 digits
//! ```

use std::iter::Peekable;
use std::str::Chars;

use num_bigint::BigInt;
use num_traits::Signed;

use crate::types::{IntType, limits};

/// Characters that stand there, or a conversion of the argument of that number.
#[derive(Clone)]
pub enum Piece {
    Text(String),
    Converted(Conversion, usize),
}

/// A width or a precision.
#[derive(Clone, Copy, PartialEq)]
pub enum Amount {
    Known(u64),
    /// `*`: the argument of that number.
    Argument(usize),
}

impl Amount {
    pub fn known(self) -> Option<u64> {
        match self {
            Amount::Known(n) => Some(n),
            Amount::Argument(_) => None,
        }
    }
}

/// A conversion specification.
#[derive(Clone)]
pub struct Conversion {
    /// What stands before numbers that are not negative: `+` or a blank.
    pub plus: Option<char>,
    pub left: bool,
    pub zeroes: bool,
    pub alternative: bool,
    pub width: Amount,
    pub precision: Option<Amount>,
    pub bits: u32,
    pub letter: char,
}

impl Conversion {
    pub fn is_signed(&self) -> bool {
        matches!(self.letter, 'd' | 'i')
    }

    pub fn is_number(&self) -> bool {
        matches!(self.letter, 'd' | 'i' | 'u' | 'x' | 'X' | 'o')
    }

    pub fn ty(&self) -> IntType {
        IntType::new(self.bits, self.is_signed())
    }

    pub fn radix(&self) -> u32 {
        match self.letter {
            'x' | 'X' => 16,
            'o' => 8,
            _ => 10,
        }
    }

    /// Whether numbers are filled up with zeroes.
    pub fn is_zero_filled(&self) -> bool {
        self.zeroes && !self.left && (!self.is_number() || self.precision.is_none())
    }

    /// What `#` puts before numbers that are not zero.
    pub fn prefix(&self) -> &'static str {
        match self.letter {
            'x' if self.alternative => "0x",
            'X' if self.alternative => "0X",
            _ => "",
        }
    }

    /// What a number becomes; `None`: a width or a precision is not known.
    pub fn number(&self, n: &BigInt) -> Option<String> {
        let (width, precision) = (self.width.known()?, self.precision.map_or(Some(1), Amount::known)?);
        let mut digits = n.abs().to_str_radix(self.radix());
        if self.letter == 'X' {
            digits.make_ascii_uppercase();
        }
        let is_zero = *n == BigInt::ZERO;
        if is_zero && precision == 0 {
            digits.clear();
        }
        let sign = match self.plus {
            _ if n.is_negative() => "-".to_string(),
            Some(plus) if self.is_signed() => plus.to_string(),
            _ => String::new(),
        };
        let before = sign + if is_zero { "" } else { self.prefix() };
        let mut least = precision;
        if self.is_zero_filled() {
            least = least.max(width.saturating_sub(before.len() as u64));
        }
        if self.alternative && self.radix() == 8 && !digits.starts_with('0') {
            least = least.max(digits.len() as u64 + 1);
        }
        if least.max(width) > MOST {
            return None;
        }
        let digits = "0".repeat((least as usize).saturating_sub(digits.len())) + &digits;
        Some(self.padded(before + &digits, width))
    }

    /// What a string becomes; `None`: a width or a precision is not known.
    pub fn string(&self, text: &str) -> Option<String> {
        let width = self.width.known()?;
        let most = self.precision.map_or(Some(u64::MAX), Amount::known)?;
        let text: String = text.chars().take_while(|c| *c != '\0').take(most as usize).collect();
        (width <= MOST).then(|| self.padded(text, width))
    }

    fn padded(&self, text: String, width: u64) -> String {
        let pad = " ".repeat((width as usize).saturating_sub(text.chars().count()));
        if self.left { text + &pad } else { pad + &text }
    }

    /// How long the text of any value becomes, at least and, if that is known, at most.
    pub fn bounds(&self, text: Option<u64>, pointer: u64) -> (u64, Option<u64>) {
        let (low, high) = match self.letter {
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' => {
                let (least, most) = limits(self.ty());
                let length = |n: &BigInt| self.number(n).map(|text| text.len() as u64);
                let shortest = length(&BigInt::ZERO).zip(length(&BigInt::from(1))).map(|(a, b)| a.min(b));
                (shortest.unwrap_or(0), length(&least).zip(length(&most)).map(|(a, b)| a.max(b)))
            }
            'c' => (1, Some(1)),
            's' => match self.precision {
                None => (text.unwrap_or(0), text),
                Some(Amount::Known(most)) => {
                    (text.map_or(0, |n| n.min(most)), Some(text.map_or(most, |n| n.min(most))))
                }
                Some(Amount::Argument(_)) => (0, text),
            },
            'p' => (3, Some(2 + pointer * 2)),
            'n' => (0, Some(0)),
            // `inf`, or a digit, a point and digits.
            'f' | 'F' | 'e' | 'E' if matches!(self.precision, None | Some(Amount::Known(1..))) => (3, None),
            _ => (1, None),
        };
        match self.width {
            Amount::Known(width) => (low.max(width), high.map(|n| n.max(width))),
            Amount::Argument(_) => (low, None),
        }
    }
}

/// Widths and precisions up to that are followed.
pub const MOST: u64 = 64;

fn amount(text: &mut Peekable<Chars>, next: &mut usize) -> Amount {
    if text.next_if_eq(&'*').is_some() {
        *next += 1;
        return Amount::Argument(*next - 1);
    }
    let mut n: u64 = 0;
    while let Some(digit) = text.peek().and_then(|c| c.to_digit(10)) {
        n = n.saturating_mul(10).saturating_add(digit.into());
        text.next();
    }
    Amount::Known(n)
}

/// Behind the `%`.
fn conversion(text: &mut Peekable<Chars>, next: &mut usize, long: u32) -> Option<Conversion> {
    let (mut plus, mut left, mut zeroes, mut alternative) = (None, false, false, false);
    while let Some(flag) = text.next_if(|c| "-+ #0".contains(*c)) {
        match flag {
            '+' => plus = Some('+'),
            ' ' => plus = plus.or(Some(' ')),
            '-' => left = true,
            '0' => zeroes = true,
            _ => alternative = true,
        }
    }
    let width = amount(text, next);
    let precision = text.next_if_eq(&'.').map(|_| amount(text, next));
    let (mut bits, mut is_long) = (32, false);
    while let Some(letter) = text.next_if(|c| "hlLjzt".contains(*c)) {
        bits = match (letter, bits) {
            ('h', 16) => 8,
            ('h', _) => 16,
            ('l', _) if !is_long => long,
            ('l' | 'j', _) => 64,
            ('z' | 't', _) => long,
            _ => bits,
        };
        is_long |= letter == 'l';
    }
    Some(Conversion { plus, left, zeroes, alternative, width, precision, bits, letter: text.next()? })
}

/// What stands before the zero of a format; `None`: something in it is not understood. `long`: the bits of that type.
pub fn pieces(format: &str, long: u32) -> Option<Vec<Piece>> {
    let mut found = vec![];
    let mut text = format.chars().peekable();
    let mut next = 0;
    while let Some(c) = text.next() {
        match c {
            '\0' => break,
            '%' if text.next_if_eq(&'%').is_none() => {
                let conversion = conversion(&mut text, &mut next, long)?;
                if !"diuxXocspfFeEgGaAn".contains(conversion.letter) {
                    return None;
                }
                next += 1;
                found.push(Piece::Converted(conversion, next - 1));
            }
            _ => found.push(Piece::Text(c.into())),
        }
    }
    Some(found)
}

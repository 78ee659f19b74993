//! What a run draws: numbers within what is assumed of them, and characters as parts of a text: numbers, words of the program, letters, what
//! is between them. Each run favours some of all that, as in A. Groce et al., *Swarm Testing*, ISSTA 2012.

use rustc_hash::FxHashMap;

use super::super::range::Range;
use super::code::Kind;
use super::dictionary::Dictionary;
use super::floats::Width;
use crate::interp::draws::below;

/// Numbers of which each is as likely.
const FEW: i128 = 8;
/// One of so many positive numbers is not drawn as a short length.
const SHORT: usize = 4;
/// Numbers that are drawn until one is in the range.
const ATTEMPTS: u32 = 4;
/// Bits of a number of which nothing is known, and of a small one.
const WIDE: u32 = 34;
const SMALL: u32 = 5;
/// Parts of a text that a run favours come by turns, but for one of so many.
const OTHERS: usize = 4;
/// Characters of a part.
const LONGEST: usize = 64;
/// One of so many truth values is true, by the run.
const TRUTHS: [usize; 4] = [2, 2, 16, 64];
/// One of so many choices is not the one that the run prefers there.
const LEANINGS: [usize; 3] = [2, 8, 64];
/// What is between words and numbers.
const BETWEEN: &[u8] = b" \n\t,;:=-+.";
/// Floating-point numbers that are unlike others.
const FLOATS: [f64; 10] =
    [0.0, -0.0, 0.5, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, f64::MIN_POSITIVE];
/// Bits of numbers that types have.
const WIDTHS: [u32; 7] = [7, 8, 15, 16, 31, 32, 63];

pub struct Draw {
    pub dictionary: Dictionary,
    random: u64,
    /// Inputs that were drawn.
    pub drawn: u64,
    pub style: Style,
    /// What comes next of texts, by when they were left open.
    texts: FxHashMap<u32, Text>,
}

/// What a run favours.
#[derive(Clone, Copy, Default)]
pub struct Style {
    /// Parts of texts, by turns.
    parts: [Part; 2],
    between: u8,
    lean: u64,
    truth: usize,
    falsehood: bool,
    numbers: Numbers,
}

/// Every second number of a run.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Numbers {
    #[default]
    Any,
    Small,
    /// What is at the ends of types, or just beyond.
    Ends,
}

impl Numbers {
    const ALL: [Numbers; 4] = [Numbers::Any, Numbers::Any, Numbers::Small, Numbers::Ends];
}

/// Parts of texts.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Part {
    #[default]
    Word,
    Number,
    Known,
    Letters,
    Between,
    Any,
    End,
}

impl Part {
    const ALL: [Part; 7] = [Part::Word, Part::Number, Part::Known, Part::Letters, Part::Between, Part::Any, Part::End];
}

/// A part that has begun.
struct Text {
    next: i128,
    /// The last character first.
    rest: Vec<u8>,
    /// How many parts there were.
    parts: usize,
}

impl Draw {
    pub fn new(dictionary: Dictionary) -> Draw {
        let (style, texts) = Default::default();
        Draw { dictionary, random: 0x9e37_79b9_7f4a_7c15, drawn: 0, style, texts }
    }

    fn below(&mut self, n: usize) -> usize {
        below(&mut self.random, n)
    }

    /// Another run begins, which more often than not favours what this one did.
    pub fn begin(&mut self, like: Option<Style>) {
        self.texts.clear();
        if let Some(style) = like.filter(|_| self.below(OTHERS) > 0) {
            self.style = style;
            return;
        }
        let favoured = Part::ALL[self.below(Part::ALL.len() - 1)];
        // Most often words and numbers have something between them.
        let other = if self.below(2) == 0 { Part::Between } else { Part::ALL[self.below(Part::ALL.len())] };
        let between = BETWEEN[if self.below(2) == 0 { 0 } else { self.below(BETWEEN.len()) }];
        let truth = TRUTHS[self.below(TRUTHS.len())];
        self.style = Style {
            parts: [favoured, other],
            between,
            lean: 1 + self.below(usize::MAX) as u64,
            truth,
            falsehood: self.below(2) == 0,
            numbers: Numbers::ALL[self.below(Numbers::ALL.len())],
        };
    }

    /// The way on which a run goes on at a place, of several that conditions do not tell apart.
    pub fn way(&mut self, place: u64, ways: usize) -> usize {
        self.drawn += 1;
        let mut own = self.style.lean ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let leaning = LEANINGS[below(&mut own, LEANINGS.len())];
        if self.below(leaning) == 0 { self.below(ways) } else { below(&mut own, ways) }
    }

    /// What is left open: a cell of what was left open as the n-th, or an input that is none.
    pub fn value(&mut self, kind: Kind, cell: Option<(u32, i128)>, range: Range) -> i128 {
        self.drawn += 1;
        match kind {
            Kind::Int => self.int(cell, range),
            Kind::Truth => i128::from((self.below(self.style.truth.max(1)) == 0) != self.style.falsehood),
            Kind::Float(width) => self.float(width),
        }
    }

    fn int(&mut self, cell: Option<(u32, i128)>, range: Range) -> i128 {
        // Of inputs, characters come one by one.
        let next = |draw: &Draw| (u32::MAX, draw.texts.get(&u32::MAX).map_or(0, |text| text.next));
        let (n, at) = cell.unwrap_or_else(|| next(self));
        match range.count() {
            Some(count) if count <= 1 => range.least,
            Some(count) if count <= FEW => range.least + self.below(count as usize) as i128,
            _ if is_character(range) => {
                let byte = self.character(n, at);
                // Of a signed character, the same byte.
                let character = if byte > range.most && range.least < 0 { byte - 256 } else { byte };
                if range.least <= character && character <= range.most { character } else { self.number(range) }
            }
            // What is positive counts something: with much of it, a run is long.
            _ if range.least > 0 && self.below(SHORT) != 0 => {
                range.least.saturating_add(self.magnitude(SMALL)).min(range.most)
            }
            _ => self.number(range),
        }
    }

    /// The bit pattern of a floating-point number.
    fn float(&mut self, width: Width) -> i128 {
        let any = |draw: &mut Draw| draw.any_number(Range::ALL) as f64;
        let number = match self.below(8) {
            0 => FLOATS[self.below(FLOATS.len())],
            1 | 2 if !self.dictionary.floats.is_empty() => {
                let at = self.below(self.dictionary.floats.len());
                let known = self.dictionary.floats[at];
                [known, known.next_up(), known.next_down(), -known][self.below(4)]
            }
            3 => any(self) / 10f64.powi(1 + self.below(9) as i32),
            4 => f64::from_bits(below(&mut self.random, usize::MAX) as u64),
            _ => any(self),
        };
        width.pattern(number)
    }

    /// A number in a range.
    fn number(&mut self, range: Range) -> i128 {
        for _ in 0..ATTEMPTS {
            let any = self.any_number(range);
            if range.least <= any && any <= range.most {
                return any;
            }
        }
        let small = self.magnitude(WIDE);
        let nearest = 0.max(range.least).min(range.most);
        let other = if nearest == range.most { nearest.saturating_sub(small) } else { nearest.saturating_add(small) };
        other.max(range.least).min(range.most)
    }

    fn any_number(&mut self, range: Range) -> i128 {
        if self.style.numbers != Numbers::Any && self.below(2) == 0 {
            return if self.style.numbers == Numbers::Ends { self.end() } else { self.magnitude(SMALL) };
        }
        let near = self.below(3) as i128;
        match self.below(8) {
            0 if Range::is_number(range.least) => range.least.saturating_add(near),
            1 if Range::is_number(range.most) => range.most.saturating_sub(near),
            2 | 3 if !self.dictionary.numbers.is_empty() => {
                let at = self.below(self.dictionary.numbers.len());
                self.dictionary.numbers[at].saturating_add(near - 1)
            }
            4 if range.count().is_some_and(|count| count < 1 << 62) => {
                range.least + self.below(range.count().unwrap_or(1) as usize) as i128
            }
            5 => -self.magnitude(WIDE),
            6 => self.end(),
            _ => self.magnitude(WIDE),
        }
    }

    /// What is at an end of a type, or just beyond.
    fn end(&mut self) -> i128 {
        let end = (1 << WIDTHS[self.below(WIDTHS.len())]) - self.below(3) as i128 + 1;
        if self.below(2) == 0 { end } else { -end }
    }

    /// A number that is not negative: often a small one, else all lengths are as likely.
    fn magnitude(&mut self, most_bits: u32) -> i128 {
        let most_bits = if self.below(2) == 0 { most_bits.min(SMALL) } else { most_bits };
        let bits = self.below(most_bits as usize + 1);
        self.below(1 << bits) as i128
    }

    /// The character of a text at a place.
    fn character(&mut self, text: u32, at: i128) -> i128 {
        if let Some(begun) = self.texts.get_mut(&text)
            && begun.next == at
            && let Some(character) = begun.rest.pop()
        {
            begun.next = at.wrapping_add(1);
            return character.into();
        }
        let parts = self.texts.get(&text).map_or_else(|| self.random as usize % 2, |text| text.parts);
        let mut part = self.part(parts);
        part.reverse();
        let first = part.pop().unwrap_or(0);
        self.texts.insert(text, Text { next: at.wrapping_add(1), rest: part, parts: parts + 1 });
        first.into()
    }

    /// The next part of a text, behind so many.
    fn part(&mut self, behind: usize) -> Vec<u8> {
        let kind = match self.below(OTHERS) {
            0 => Part::ALL[self.below(Part::ALL.len())],
            _ => self.style.parts[behind % 2],
        };
        match kind {
            Part::Word if !self.dictionary.words.is_empty() => {
                let at = self.below(self.dictionary.words.len());
                self.dictionary.words[at].to_vec()
            }
            Part::Number => {
                let number = self.number(Range { least: -(1 << 63), most: (1 << 63) - 1 });
                number.to_string().into_bytes()
            }
            Part::Known if !self.dictionary.characters.is_empty() => {
                let at = self.below(self.dictionary.characters.len());
                vec![self.dictionary.characters[at]]
            }
            Part::Letters => {
                let length = 1 + self.magnitude(LONGEST.ilog2()) as usize;
                let letters: &[u8] =
                    [&b"a"[..], b"ab01", b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"][self.below(3)];
                (0..length).map(|_| letters[self.below(letters.len())]).collect()
            }
            Part::Between if self.below(OTHERS) > 0 => vec![self.style.between],
            Part::Between => vec![BETWEEN[self.below(BETWEEN.len())]],
            Part::End => vec![0],
            Part::Any | Part::Word | Part::Known => vec![1 + self.below(255) as u8],
        }
    }
}

fn is_character(range: Range) -> bool {
    range.least >= -128 && range.most <= 255
}

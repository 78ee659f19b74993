//! Integers from one to another.

/// Integers from the least to the most; the ends of 128 bits stand for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub least: i128,
    pub most: i128,
}

impl Range {
    pub const ALL: Range = Range { least: i128::MIN, most: i128::MAX };

    pub fn is_number(end: i128) -> bool {
        end != i128::MIN && end != i128::MAX
    }

    pub fn only(n: i128) -> Range {
        Range { least: n, most: n }
    }

    pub fn and(self, other: Range) -> Range {
        Range { least: self.least.max(other.least), most: self.most.min(other.most) }
    }

    pub fn or(self, other: Range) -> Range {
        Range { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    pub fn times(self, k: i128) -> Range {
        if k == 0 {
            return Range::only(0);
        }
        let end = |end: i128| match (Range::is_number(end), end.checked_mul(k)) {
            (true, Some(n)) => n,
            _ if (end > 0) == (k > 0) => i128::MAX,
            _ => i128::MIN,
        };
        if k >= 0 {
            Range { least: end(self.least), most: end(self.most) }
        } else {
            Range { least: end(self.most), most: end(self.least) }
        }
    }

    pub fn plus(self, other: Range) -> Range {
        let end = |a: i128, b: i128, none: i128| match (Range::is_number(a), Range::is_number(b)) {
            (true, true) => a.checked_add(b).unwrap_or(none),
            _ => none,
        };
        Range { least: end(self.least, other.least, i128::MIN), most: end(self.most, other.most, i128::MAX) }
    }

    /// The numbers `t` with `k·t <= n`.
    pub fn at_most(n: i128, k: i128) -> Range {
        match k > 0 {
            true => Range { least: i128::MIN, most: n.div_euclid(k) },
            // t >= n / k, rounded up
            false => Range { least: n.div_euclid(-k).saturating_neg(), most: i128::MAX },
        }
    }

    /// How many there are.
    pub fn count(self) -> Option<i128> {
        (Range::is_number(self.least) && Range::is_number(self.most))
            .then(|| self.most.checked_sub(self.least)?.checked_add(1))
            .flatten()
    }
}

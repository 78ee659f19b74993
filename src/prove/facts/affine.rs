//! Affine equalities between integer variables, and how commands change them.
//!
//! A row is an equation `a₁x₁ + … + aₙxₙ = b`; a system in reduced row echelon form stands for all equations that follow
//! from it. After M. Karr, Affine relationships among variables of a program, Acta Informatica 6, 1976.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

/// The coefficients, then the right-hand side.
pub type Row = Vec<BigRational>;

/// The row times what makes all its values integers.
pub fn integral(row: &Row) -> Vec<BigInt> {
    let common = row.iter().fold(BigInt::one(), |all, value| all.lcm(value.denom()));
    row.iter().map(|value| (value * BigRational::from_integer(common.clone())).to_integer()).collect()
}

/// A satisfiable system over a fixed number of variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct System {
    variables: usize,
    rows: Vec<Row>,
}

/// Brings rows into reduced echelon form; the columns from `columns` on are not looked at for pivots.
pub fn reduce(rows: &mut Vec<Row>, columns: usize) {
    let mut done = 0;
    for column in 0..columns {
        let Some(found) = (done..rows.len()).find(|&row| !rows[row][column].is_zero()) else { continue };
        rows.swap(done, found);
        let pivot = rows[done][column].clone();
        rows[done].iter_mut().for_each(|value| *value /= &pivot);
        let row = rows[done].clone();
        for (other, values) in rows.iter_mut().enumerate() {
            if other != done && !values[column].is_zero() {
                let factor = values[column].clone();
                values.iter_mut().zip(&row).for_each(|(value, own)| *value -= &factor * own);
            }
        }
        done += 1;
    }
    rows.truncate(done);
}

impl System {
    /// No equation.
    pub fn any(variables: usize) -> System {
        System { variables, rows: Vec::new() }
    }

    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// Adds an equation; `false`: it contradicts the others, and nothing is left.
    pub fn meet(&mut self, row: Row) -> bool {
        self.rows.push(row);
        reduce(&mut self.rows, self.variables + 1);
        // An equation whose first coefficient is the right-hand side is `0 = 1`.
        self.rows.last().is_none_or(|row| !row[..self.variables].iter().all(Zero::is_zero))
    }

    /// Forgets what is known of a variable: one equation that has it is used up to take it out of the others.
    pub fn forget(&mut self, variable: usize) {
        let Some(found) = self.rows.iter().position(|row| !row[variable].is_zero()) else { return };
        let used = self.rows.swap_remove(found);
        for row in &mut self.rows {
            if !row[variable].is_zero() {
                let factor = &row[variable] / &used[variable];
                row.iter_mut().zip(&used).for_each(|(value, own)| *value -= &factor * own);
            }
        }
        reduce(&mut self.rows, self.variables + 1);
    }

    /// Variables get the values of affine terms (coefficients and constant) all at once.
    pub fn assign(&mut self, pairs: &[(usize, Row)]) {
        let old = self.variables;
        let wide = old + pairs.len();
        let widen = |row: &Row| {
            let mut new: Row = row[..old].to_vec();
            new.resize(wide, BigRational::zero());
            new.push(row[old].clone());
            new
        };
        let mut grown = System { variables: wide, rows: self.rows.iter().map(widen).collect() };
        // `t = e` is `t - e's variables = e's constant`.
        for (index, (_, term)) in pairs.iter().enumerate() {
            let mut row = widen(term);
            row[..old].iter_mut().for_each(|value| *value = -std::mem::take(value));
            row[old + index] = BigRational::one();
            grown.meet(row);
        }
        for (variable, _) in pairs {
            grown.forget(*variable);
        }
        for (index, (variable, _)) in pairs.iter().enumerate() {
            let mut row = vec![BigRational::zero(); wide + 1];
            (row[*variable], row[old + index]) = (BigRational::one(), -BigRational::one());
            grown.meet(row);
        }
        for index in old..wide {
            grown.forget(index);
        }
        let narrow = |row: Row| row[..old].iter().chain(row.last()).cloned().collect();
        self.rows = grown.rows.into_iter().map(narrow).collect();
    }

    /// The equations that follow from both: the intersection of what the rows span, by Zassenhaus' algorithm.
    pub fn join(&self, other: &System) -> System {
        let width = self.variables + 1;
        let zeros = || std::iter::repeat_n(BigRational::zero(), width);
        let twice = |row: &Row| row.iter().chain(row).cloned().collect::<Row>();
        let once = |row: &Row| row.iter().cloned().chain(zeros()).collect::<Row>();
        let mut rows: Vec<Row> = self.rows.iter().map(twice).chain(other.rows.iter().map(once)).collect();
        reduce(&mut rows, 2 * width);
        let common = rows.into_iter().filter(|row| row[..width].iter().all(Zero::is_zero));
        let mut rows: Vec<Row> = common.map(|row| row[width..].to_vec()).collect();
        reduce(&mut rows, width);
        System { variables: self.variables, rows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(values: &[i64]) -> Row {
        values.iter().map(|&value| BigRational::from_integer(value.into())).collect()
    }

    fn system(variables: usize, rows: &[&[i64]]) -> System {
        let mut system = System::any(variables);
        rows.iter().for_each(|values| assert!(system.meet(row(values))));
        system
    }

    #[test]
    fn joined_points_are_a_line() {
        // (0, 0) and (1, 2): y = 2x.
        let joined = system(2, &[&[1, 0, 0], &[0, 1, 0]]).join(&system(2, &[&[1, 0, 1], &[0, 1, 2]]));
        assert_eq!(joined, system(2, &[&[2, -1, 0]]));
    }

    #[test]
    fn assignments_are_simultaneous() {
        // x, y := y, x + 1 where x = 3 and y = 5.
        let mut swapped = system(2, &[&[1, 0, 3], &[0, 1, 5]]);
        swapped.assign(&[(0, row(&[0, 1, 0])), (1, row(&[1, 0, 1]))]);
        assert_eq!(swapped, system(2, &[&[1, 0, 5], &[0, 1, 4]]));
        // x := x + 1 keeps a difference, one larger.
        let mut moved = system(2, &[&[1, -1, 0]]);
        moved.assign(&[(0, row(&[1, 0, 1]))]);
        assert_eq!(moved, system(2, &[&[1, -1, 1]]));
    }

    #[test]
    fn what_is_forgotten_still_relates_others() {
        // x = y, y = z; without y, x = z.
        let mut less = system(3, &[&[1, -1, 0, 0], &[0, 1, -1, 0]]);
        less.forget(1);
        assert_eq!(less, system(3, &[&[1, 0, -1, 0]]));
        assert!(!less.meet(row(&[1, 0, -1, 1])), "x = z + 1 as well");
    }
}

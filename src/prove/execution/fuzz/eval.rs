//! What an expression is in a state. Cells that have no value yet get one when they are looked at.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::range::Range;
use super::code::{Assigned, Binary, Code, Kind, Lambda, MapCode, Place};
use super::run::{COPIED_CELLS, Machine};
use super::state::{Base, Environment, MapData};

/// Lambda expressions within each other, and those of one expression.
const DEEP: u32 = 4_000;
const MOST_APPLIED: u32 = 100_000;
/// Cells of which nothing is known are characters.
const CHARACTER: Range = Range { least: -128, most: 127 };

/// A cell of what was left open as the n-th.
type Cell = (u32, i128, Kind);

/// What is in a cell.
enum Look {
    Value(i128),
    /// Nothing yet.
    Open(Cell),
}

impl Machine {
    /// Whether an assumption holds: what it says of cells that have no value yet, they are drawn by.
    pub fn assume(&mut self, code: &Code) -> Option<bool> {
        let mut narrowed = Vec::new();
        self.narrow(code, &mut narrowed)?;
        for (cell, range) in narrowed {
            self.draw_cell(cell, range);
        }
        Some(self.eval(code)? == 1)
    }

    fn narrow(&mut self, code: &Code, narrowed: &mut Vec<(Cell, Range)>) -> Option<()> {
        match code {
            Code::And(all) => {
                for part in all {
                    self.narrow(part, narrowed)?;
                }
            }
            Code::Implies(parts) if self.eval(&parts[0])? == 1 => self.narrow(&parts[1], narrowed)?,
            Code::Binary(op @ (Binary::Le | Binary::Lt | Binary::Ge | Binary::Gt | Binary::Eq), parts) => {
                for (cell, other, is_left) in [(&parts[0], &parts[1], true), (&parts[1], &parts[0], false)] {
                    if let Code::Select(..) = cell
                        && let Look::Open(cell) = self.look(cell)?
                    {
                        let end = self.eval(other)?;
                        let own = limited(*op, is_left, end);
                        match narrowed.iter_mut().find(|(other, _)| *other == cell) {
                            Some((_, range)) => *range = range.and(own),
                            None => narrowed.push((cell, own)),
                        }
                        break;
                    }
                }
            }
            _ => {}
        }
        Some(())
    }

    fn draw_cell(&mut self, (n, at, kind): Cell, range: Range) -> i128 {
        if let Some(&(value, _)) = self.state.cells.get(&(n, at)) {
            return value;
        }
        let value = self.draw.value(kind, Some((n, at)), range);
        self.state.cells.insert_mut((n, at), (value, kind));
        value
    }

    /// The value of an expression; `None`: it is not known.
    pub fn eval(&mut self, code: &Code) -> Option<i128> {
        Some(match code {
            Code::Const(n) => *n,
            Code::Var(slot) => self.state.ints[*slot],
            Code::Not(a) => 1 - self.eval(a)?,
            Code::Neg(a) => self.eval(a)?.checked_neg()?,
            Code::Binary(op, parts) => {
                let (a, b) = (self.eval(&parts[0])?, self.eval(&parts[1])?);
                op.apply(a, b)?
            }
            Code::Float(op, width, parts) => {
                let a = self.eval(&parts[0])?;
                let b = parts.get(1).map_or(Some(0), |part| self.eval(part))?;
                op.apply(*width, a, b)?
            }
            Code::And(all) => {
                for part in all {
                    if self.eval(part)? == 0 {
                        return Some(0);
                    }
                }
                1
            }
            Code::Or(all) => {
                for part in all {
                    if self.eval(part)? == 1 {
                        return Some(1);
                    }
                }
                0
            }
            Code::Implies(parts) => {
                if self.eval(&parts[0])? == 0 {
                    1
                } else {
                    self.eval(&parts[1])?
                }
            }
            Code::Ite(parts) => {
                let taken = if self.eval(&parts[0])? == 1 { &parts[1] } else { &parts[2] };
                self.eval(taken)?
            }
            Code::Select(..) => match self.look(code)? {
                Look::Value(value) => value,
                Look::Open(cell) => self.draw_cell(cell, CHARACTER),
            },
            Code::Let(parts) => {
                let ((place, assigned), body) = &**parts;
                self.within(*place, assigned, body)?
            }
            Code::Unknown => return None,
        })
    }

    /// The value of an expression where a variable has a value for a while.
    fn within(&mut self, place: Place, assigned: &Assigned, body: &Code) -> Option<i128> {
        let value = self.assigned(assigned)?;
        let before = self.replace(place, value);
        let value = self.eval(body);
        self.put(place, before);
        value
    }

    /// What is where an expression looks.
    fn look(&mut self, code: &Code) -> Option<Look> {
        match code {
            Code::Select(MapCode::Var(slot), index) => {
                let at = self.eval(index)?;
                let map = &self.state.maps[*slot];
                if let Some(&value) = map.cells.get(&at) {
                    return Some(Look::Value(value));
                }
                match &map.base {
                    Base::Same(value) => Some(Look::Value(*value)),
                    Base::Open(n, kind) => Some(self.open_cell(*n, at, *kind)),
                    Base::Lambda(lambda, env) => {
                        let (lambda, env) = (lambda.clone(), env.clone());
                        let look = self.applied(&lambda, &env, at)?;
                        // Unless others share the map.
                        if let Look::Value(value) = look
                            && let Some(map) = Rc::get_mut(&mut self.state.maps[*slot])
                        {
                            map.cells.insert(at, value);
                        }
                        Some(look)
                    }
                }
            }
            Code::Select(map, index) => {
                let map = self.map(map)?;
                let at = self.eval(index)?;
                match (map.cells.get(&at), &map.base) {
                    (Some(&value), _) | (None, &Base::Same(value)) => Some(Look::Value(value)),
                    (None, &Base::Open(n, kind)) => Some(self.open_cell(n, at, kind)),
                    (None, Base::Lambda(lambda, env)) => self.applied(lambda, env, at),
                }
            }
            Code::Ite(parts) => {
                let taken = if self.eval(&parts[0])? == 1 { &parts[1] } else { &parts[2] };
                self.look(taken)
            }
            code => self.eval(code).map(Look::Value),
        }
    }

    fn open_cell(&self, n: u32, at: i128, kind: Kind) -> Look {
        match self.state.cells.get(&(n, at)) {
            Some(&(value, _)) => Look::Value(value),
            None => Look::Open((n, at, kind)),
        }
    }

    /// A lambda expression at an index.
    fn applied(&mut self, lambda: &Lambda, env: &Environment, at: i128) -> Option<Look> {
        self.depth += 1;
        self.applied += 1;
        if self.depth > DEEP || self.applied > MOST_APPLIED {
            return None;
        }
        let before = std::mem::replace(&mut self.state.ints[lambda.var], at);
        let ints: Vec<i128> = lambda
            .ints
            .iter()
            .zip(&env.ints)
            .map(|(&slot, &value)| std::mem::replace(&mut self.state.ints[slot], value))
            .collect();
        let maps: Vec<Rc<MapData>> = lambda
            .maps
            .iter()
            .zip(&env.maps)
            .map(|(&slot, value)| std::mem::replace(&mut self.state.maps[slot], value.clone()))
            .collect();
        let look = self.look(&lambda.body);
        lambda.maps.iter().zip(maps).for_each(|(&slot, value)| self.state.maps[slot] = value);
        lambda.ints.iter().zip(ints).for_each(|(&slot, value)| self.state.ints[slot] = value);
        self.state.ints[lambda.var] = before;
        self.depth -= 1;
        look
    }

    pub(super) fn map(&mut self, code: &MapCode) -> Option<Rc<MapData>> {
        Some(match code {
            MapCode::Var(slot) => self.state.maps[*slot].clone(),
            MapCode::Same(value) => {
                Rc::new(MapData { cells: FxHashMap::default(), base: Base::Same(self.eval(value)?) })
            }
            MapCode::Store(parts) => {
                let mut map = self.map(&parts.0)?;
                let (at, value) = (self.eval(&parts.1)?, self.eval(&parts.2)?);
                self.work += (map.cells.len() / COPIED_CELLS) as u64;
                Rc::make_mut(&mut map).cells.insert(at, value);
                map
            }
            MapCode::Lambda(lambda) => {
                let ints = lambda.ints.iter().map(|&slot| self.state.ints[slot]).collect();
                let maps = lambda.maps.iter().map(|&slot| self.state.maps[slot].clone()).collect();
                let base = Base::Lambda(lambda.clone(), Rc::new(Environment { ints, maps }));
                Rc::new(MapData { cells: FxHashMap::default(), base })
            }
            MapCode::Unknown => return None,
        })
    }
}

/// `x op end`, or the other way round.
fn limited(op: Binary, is_left: bool, end: i128) -> Range {
    let at_most = |most| Range { least: i128::MIN, most };
    let at_least = |least| Range { least, most: i128::MAX };
    match (op, is_left) {
        (Binary::Le, true) | (Binary::Ge, false) => at_most(end),
        (Binary::Lt, true) | (Binary::Gt, false) => at_most(end.saturating_sub(1)),
        (Binary::Ge, true) | (Binary::Le, false) => at_least(end),
        (Binary::Gt, true) | (Binary::Lt, false) => at_least(end.saturating_add(1)),
        _ => Range::only(end),
    }
}

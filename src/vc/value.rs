//! What is known of a value while a body is evaluated: a constant, a sum of something unknown and a constant, a map of
//! which some cells are known, or nothing beyond its term.
//!
//! ```text
//! 3 + 4                        →  7
//! (p + 4) + 8                  →  p + 12
//! m[p := 1][p + 4 := 2][p]     →  1        addresses that differ by a constant differ
//! ```

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use crate::smt::{Constant, Session, Term};

#[derive(Clone, Debug)]
pub enum Value {
    Bool(bool),
    Int(i128),
    /// Value and width, at most 64 bits.
    Bv(u64, u32),
    /// A constant of another sort, or one that is too large.
    Literal(Term),
    /// An integer that differs from a term by a constant other than zero.
    Sum(Term, i128),
    Map(Rc<Map>),
    Term(Term),
}

/// A map from integers or bit-vectors that differs from another one in known cells.
#[derive(Clone, Debug)]
pub struct Map {
    base: Term,
    /// What the keys of the cells are counted from; `None`: they are constants.
    origin: Option<Term>,
    index: Index,
    cells: BTreeMap<i128, Value>,
    /// What the base is everywhere, if that is known.
    default: Option<Value>,
    /// The whole as a term, once somebody asked for it.
    term: OnceCell<Term>,
}

/// The sort of a map's index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Index {
    Int,
    Bv(u32),
}

/// Where a cell is: an origin, and how far it is from there.
struct Place {
    origin: Option<Term>,
    index: Index,
    at: i128,
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Bv(a, v), Value::Bv(b, w)) => (a, v) == (b, w),
            (Value::Literal(a), Value::Literal(b)) | (Value::Term(a), Value::Term(b)) => a == b,
            (Value::Sum(a, j), Value::Sum(b, k)) => (a, j) == (b, k),
            (Value::Map(a), Value::Map(b)) => Rc::ptr_eq(a, b) || (a.is_like(b) && a.cells == b.cells),
            _ => false,
        }
    }
}

impl Value {
    /// What is known of a term by itself.
    pub fn of(session: &Session, term: Term) -> Value {
        match session.constant_of(term) {
            Some(Constant::Bool(value)) => Value::Bool(value),
            Some(Constant::Int(value)) => Value::Int(value.into()),
            Some(Constant::Bv(value, width)) => Value::Bv(value, width),
            Some(Constant::Other) => Value::Literal(term),
            None => Value::Term(term),
        }
    }

    pub fn is_constant(&self) -> bool {
        matches!(self, Value::Bool(_) | Value::Int(_) | Value::Bv(..) | Value::Literal(_))
    }

    pub fn term(&self, session: &Session) -> Term {
        match self {
            Value::Bool(value) => session.bool(*value),
            Value::Int(value) => session.int(&(*value).into()),
            Value::Bv(value, width) => session.bv(&(*value).into(), *width),
            Value::Literal(term) | Value::Term(term) => *term,
            Value::Sum(term, by) => session.add(&[*term, session.int(&(*by).into())]),
            Value::Map(map) => map.term(session),
        }
    }

    /// An integer as a term and what is added to it.
    pub fn sum(&self) -> Option<(Option<Term>, i128)> {
        match *self {
            Value::Int(value) => Some((None, value)),
            Value::Sum(term, by) => Some((Some(term), by)),
            Value::Term(term) => Some((Some(term), 0)),
            _ => None,
        }
    }

    pub fn from_sum(term: Option<Term>, by: i128) -> Value {
        match term {
            None => Value::Int(by),
            Some(term) if by == 0 => Value::Term(term),
            Some(term) => Value::Sum(term, by),
        }
    }

    fn place(&self, is_int: bool) -> Option<Place> {
        match *self {
            Value::Bv(value, width) => Some(Place { origin: None, index: Index::Bv(width), at: value.into() }),
            Value::Int(_) | Value::Sum(..) => {
                let (origin, at) = self.sum()?;
                Some(Place { origin, index: Index::Int, at })
            }
            Value::Term(term) if is_int => Some(Place { origin: Some(term), index: Index::Int, at: 0 }),
            _ => None,
        }
    }
}

/// `map[index]`
pub fn select(session: &Session, map: &Value, index: &Value, is_int: bool) -> Value {
    if let Value::Map(map) = map
        && let Some(place) = index.place(is_int)
        && map.has(&place)
    {
        return map.cell(session, place.at);
    }
    if let Value::Map(map) = map
        && map.cells.is_empty()
        && let Some(default) = &map.default
    {
        return default.clone();
    }
    Value::of(session, session.select(map.term(session), &[index.term(session)]))
}

/// `map[index := value]`
pub fn store(session: &Session, map: Value, index: &Value, value: Value, is_int: bool) -> Value {
    let Some(place) = index.place(is_int) else {
        return Value::Term(session.store(map.term(session), &[index.term(session)], value.term(session)));
    };
    let mut map = match map {
        Value::Map(map) if map.has(&place) || map.cells.is_empty() => map,
        other => Rc::new(Map {
            base: other.term(session),
            origin: place.origin,
            index: place.index,
            cells: BTreeMap::new(),
            default: None,
            term: OnceCell::new(),
        }),
    };
    let changed = Rc::make_mut(&mut map);
    changed.term = OnceCell::new();
    (changed.origin, changed.index) = (place.origin, place.index);
    changed.cells.insert(place.at, value);
    Value::Map(map)
}

impl Value {
    /// The map that `base` is a term for, the same value everywhere.
    pub fn everywhere(base: Term, value: Value) -> Value {
        let (cells, term) = (BTreeMap::new(), OnceCell::from(base));
        Value::Map(Rc::new(Map { base, origin: None, index: Index::Int, cells, default: Some(value), term }))
    }
}

impl Map {
    fn has(&self, place: &Place) -> bool {
        self.index == place.index && self.origin == place.origin
    }

    /// Whether both differ from the same map, in cells that are counted from the same place.
    fn is_like(&self, other: &Map) -> bool {
        self.base == other.base && self.index == other.index && self.origin == other.origin
    }

    /// A value as a map that differs from the same base.
    fn alike(&self, value: &Value) -> Option<Rc<Map>> {
        let untouched = || Rc::new(Map { cells: BTreeMap::new(), term: OnceCell::from(self.base), ..self.clone() });
        match value {
            Value::Map(map) if map.is_like(self) => Some(map.clone()),
            Value::Map(map) if map.cells.is_empty() && map.base == self.base => Some(untouched()),
            Value::Term(term) if *term == self.base => Some(untouched()),
            _ => None,
        }
    }

    fn index(&self, session: &Session, at: i128) -> Term {
        match self.index {
            Index::Int => Value::from_sum(self.origin, at).term(session),
            Index::Bv(width) => session.bv(&(at as u64).into(), width),
        }
    }

    fn term(&self, session: &Session) -> Term {
        *self.term.get_or_init(|| {
            let written = |map, (&at, value): (&i128, &Value)| {
                session.store(map, &[self.index(session, at)], value.term(session))
            };
            self.cells.iter().fold(self.base, written)
        })
    }

    fn cell(&self, session: &Session, at: i128) -> Value {
        if let Some(value) = self.cells.get(&at).or(self.default.as_ref()) {
            return value.clone();
        }
        Value::of(session, session.select(self.base, &[self.index(session, at)]))
    }
}

/// The value behind a join of several ways; `name` makes one for what differs, given what it is on each way.
pub fn join(session: &Session, ways: &[Value], name: &mut dyn FnMut(Option<&str>, &[Value]) -> Value) -> Value {
    if ways.iter().all(|way| *way == ways[0]) {
        return ways[0].clone();
    }
    let Some(some) = ways.iter().find_map(|way| if let Value::Map(map) = way { Some(map) } else { None }) else {
        return name(None, ways);
    };
    let maps: Option<Vec<Rc<Map>>> = ways.iter().map(|way| some.alike(way)).collect();
    match maps {
        Some(maps) => {
            let mut joined = Map { term: OnceCell::new(), ..(**some).clone() };
            let keys: std::collections::BTreeSet<i128> = maps.iter().flat_map(|m| m.cells.keys().copied()).collect();
            for at in keys {
                let here: Vec<Value> = maps.iter().map(|map| map.cell(session, at)).collect();
                let cell = join(session, &here, &mut |_, values| name(Some("cell"), values));
                joined.cells.insert(at, cell);
            }
            Value::Map(Rc::new(joined))
        }
        None => name(None, ways),
    }
}

/// What follows for the name of an integer that is some number on both ways, plus a constant that a condition chooses.
///
/// ```text
/// if (c) n := n + 1; else n := n - 1;       n₁ = n₀ + (if c then 1 else -1)
/// ```
///
/// So counts of the same conditions in another order are equal by linear arithmetic, without a case for each condition.
pub fn counted(session: &Session, name: Term, condition: Term, ways: &[Value]) -> Option<Term> {
    let [then, otherwise] = ways else { return None };
    let (is_sum, is_number) = (|v: &Value| matches!(v, Value::Sum(..)), |v: &Value| matches!(v, Value::Int(_)));
    if !(is_sum(then) || is_sum(otherwise) || is_number(then) && is_number(otherwise)) {
        return None;
    }
    let ((start, a), (other, b)) = (then.sum()?, otherwise.sum()?);
    if start != other {
        return None;
    }
    let by = session.ite(condition, session.int(&a.into()), session.int(&b.into()));
    Some(session.eq(name, start.map_or(by, |start| session.add(&[start, by]))))
}

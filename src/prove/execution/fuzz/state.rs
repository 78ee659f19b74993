//! The state of a run. It is copied to go on from it with other inputs.

use std::rc::Rc;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::code::{Image, Kind, Lambda, Place};
use crate::base::ids::{BlockId, ProcId};

/// What states share until one of them has more.
type Shared<K, V> = rpds::HashTrieMap<K, V, archery::RcK, FxBuildHasher>;

/// Places are told apart by so many numbers.
pub const PLACES: usize = 1 << 12;
/// Bytes of a cell of a map, about.
const CELL: usize = 48;
/// So many states that have the same map have it of their own: the run, that before a number was drawn, a kept one.
const FEW: usize = 3;

/// A map: what its base gives but for the cells.
#[derive(Clone)]
pub struct MapData {
    pub cells: FxHashMap<i128, i128>,
    pub base: Base,
}

#[derive(Clone)]
pub enum Base {
    Same(i128),
    /// What was left open as the n-th.
    Open(u32, Kind),
    Lambda(Rc<Lambda>, Rc<Environment>),
}

pub struct Environment {
    pub ints: Box<[i128]>,
    pub maps: Box<[Rc<MapData>]>,
}

#[derive(Clone)]
pub struct Frame {
    pub proc: ProcId,
    pub block: BlockId,
    pub next: usize,
    /// Blocks that control reached.
    pub steps: u32,
    /// What the caller finds again.
    pub saved: Rc<[(Place, Saved)]>,
}

#[derive(Clone)]
pub enum Saved {
    Int(i128),
    Map(Rc<MapData>),
    None,
}

#[derive(Clone)]
pub struct State {
    pub ints: Vec<i128>,
    pub maps: Vec<Rc<MapData>>,
    pub frames: Vec<Frame>,
    /// How much was left open, and how often control went on.
    pub opened: u32,
    pub branches: u64,
    /// Values of what was left open as the n-th.
    pub inputs: Shared<u32, (i128, Kind)>,
    /// The same of cells of maps.
    pub cells: Shared<(u32, i128), (i128, Kind)>,
    /// Where control went after so many branches.
    pub picks: Shared<u64, BlockId>,
    /// How often control reached a place.
    pub visits: Box<[u16]>,
    /// Instructions so far.
    pub length: u64,
}

impl State {
    /// That of a run that has not begun.
    pub fn new(image: &Image) -> State {
        let none = Rc::new(MapData { cells: FxHashMap::default(), base: Base::Same(0) });
        State {
            ints: vec![0; image.ints],
            maps: vec![none; image.maps],
            frames: Vec::new(),
            opened: 0,
            branches: 0,
            inputs: Shared::new_with_hasher_and_ptr_kind(FxBuildHasher),
            cells: Shared::new_with_hasher_and_ptr_kind(FxBuildHasher),
            picks: Shared::new_with_hasher_and_ptr_kind(FxBuildHasher),
            visits: vec![0; PLACES].into(),
            length: 0,
        }
    }

    /// Bytes that few other states have, about.
    pub fn size(&self) -> usize {
        let own = |map: &&Rc<MapData>| Rc::strong_count(map) <= FEW;
        let cells: usize = self.maps.iter().filter(own).map(|map| map.cells.len()).sum();
        cells * CELL + self.fixed_size()
    }

    /// The same without cells of maps.
    pub fn fixed_size(&self) -> usize {
        let frames = self.frames.len() * size_of::<Frame>();
        size_of_val(&*self.ints) + size_of_val(&*self.maps) + size_of_val(&*self.visits) + frames
    }
}

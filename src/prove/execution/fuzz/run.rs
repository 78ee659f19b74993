//! Runs of a compiled program, one instruction after the other.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::super::magnitude::magnitude;
use super::code::{Assigned, Code, Image, Instruction, Kind, MapCode, Opened, Place};
use super::draw::{Draw, Style};
use super::state::{Base, Frame, MapData, PLACES, Saved, State};
use crate::base::ids::{BlockId, ProcId};

/// How often a number is drawn again that assumptions exclude, and how soon they have to.
const AGAIN: (u32, u64) = (8, 200);
/// Bytes that are copied in the time of an instruction.
const COPIED: usize = 2_048;
pub(super) const COPIED_CELLS: usize = 32;
/// Calls within each other.
const MOST_FRAMES: usize = 10_000;

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Returned,
    Blocked,
    Violated,
    /// What is needed is not known.
    Unknown,
}

/// A place, and how often control reached it, and how far the activation is, as far as that is told apart. The second one tells how much of
/// two texts is the same, whatever else was compared before.
pub type Arrival = (usize, Count);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Count {
    Visits(u32),
    /// Blocks of the activation.
    Steps(u32),
}

pub struct Machine {
    pub draw: Draw,
    pub state: State,
    /// Instructions so far.
    pub work: u64,
    /// Lambda expressions within each other, and those of one instruction.
    pub(super) depth: u32,
    pub(super) applied: u32,
    /// The state before a number was drawn, how often it may be drawn yet, and when it was.
    again: Option<(State, u32, u64)>,
    arrival: Option<[Arrival; 2]>,
}

impl Machine {
    /// A run that has not begun.
    pub fn new(image: &Image, draw: Draw) -> Machine {
        Machine { draw, state: State::new(image), work: 0, depth: 0, applied: 0, again: None, arrival: None }
    }

    /// Begins anew. Returns how the run ends, if it does at once.
    pub fn begin(&mut self, image: &Image, entry: ProcId) -> Option<End> {
        self.go_on_from(State::new(image), None);
        image.given.iter().for_each(|opened| self.open(opened));
        self.be_known(0, &image.given, &image.known);
        for axiom in &image.axioms {
            // What is not known of them, the interpreter looks at.
            if self.assume(axiom) == Some(false) {
                return Some(End::Blocked);
            }
        }
        self.enter(image, entry, None)
    }

    /// Where the run is.
    pub fn at(&self) -> Option<(ProcId, BlockId, usize)> {
        self.state.frames.last().map(|frame| (frame.proc, frame.block, frame.next))
    }

    /// A place that control reached so often just now.
    pub fn arrival(&mut self) -> Option<[Arrival; 2]> {
        self.arrival.take()
    }

    /// A copy of the state, which is work, too.
    pub fn copied(&mut self) -> State {
        self.work += (self.state.fixed_size() / COPIED) as u64;
        self.state.clone()
    }

    /// Goes on from a state.
    pub fn go_on_from(&mut self, state: State, style: Option<Style>) {
        self.work += (state.fixed_size() / COPIED) as u64;
        self.state = state;
        self.again = None;
        self.draw.begin(style);
    }

    /// One instruction, or where control goes next. Returns how the run ends, if it does.
    pub fn step(&mut self, image: &Image) -> Option<End> {
        // Many lambda expressions take long.
        self.work += 1 + u64::from(self.applied);
        self.state.length += 1;
        (self.depth, self.applied) = (0, 0);
        let Some(frame) = self.state.frames.last_mut() else { return Some(End::Returned) };
        let compiled = image.procs[frame.proc].as_ref()?;
        let block = &compiled.blocks[frame.block];
        let end = match block.code.get(frame.next) {
            Some(instruction) => {
                frame.next += 1;
                self.instruction(image, instruction)
            }
            None => match &block.next {
                Some(targets) => self.goto(image, targets),
                None => self.leave(image),
            },
        };
        match (end, self.again.take()) {
            // Another number may do.
            (Some(End::Blocked), Some((state, left, _))) if left > 0 => {
                self.state = state;
                let state = self.copied();
                self.again = Some((state, left - 1, self.work));
                None
            }
            (end, again) => {
                self.again = again.filter(|&(_, _, when)| self.work - when < AGAIN.1);
                end
            }
        }
    }

    fn instruction(&mut self, image: &Image, instruction: &Instruction) -> Option<End> {
        match instruction {
            Instruction::Assume(Code::Unknown) => None,
            Instruction::Assume(code) => match self.assume(code) {
                Some(true) => None,
                Some(false) => Some(End::Blocked),
                None => Some(End::Unknown),
            },
            // What is not known is for others to say.
            Instruction::Assert(code) => (self.eval(code) == Some(0)).then_some(End::Violated),
            Instruction::Unknown => Some(End::Unknown),
            Instruction::Set(Place::Map(slot), Assigned::Map(MapCode::Store(parts))) if matches!(parts.0, MapCode::Var(from) if from == *slot) =>
            {
                let (Some(at), Some(value)) = (self.eval(&parts.1), self.eval(&parts.2)) else {
                    return Some(End::Unknown);
                };
                self.write(*slot, at, value);
                None
            }
            Instruction::Set(place, assigned) => {
                let Some(value) = self.assigned(assigned) else { return Some(End::Unknown) };
                self.put(*place, value);
                None
            }
            Instruction::SetAll(pairs) => {
                let values: Option<Vec<(Place, Saved)>> =
                    pairs.iter().map(|(place, assigned)| Some((*place, self.assigned(assigned)?))).collect();
                let Some(values) = values else { return Some(End::Unknown) };
                values.into_iter().for_each(|(place, value)| self.put(place, value));
                None
            }
            Instruction::Havoc(all) => {
                let is_number = |opened: &Opened| matches!(opened.place, Place::Int(_)) && opened.kind != Kind::Truth;
                let is_same = self.again.as_ref().is_some_and(|(state, ..)| state.opened == self.state.opened);
                if all.iter().any(is_number) && !is_same {
                    let mut before = self.copied();
                    if let Some(frame) = before.frames.last_mut() {
                        frame.next -= 1;
                    }
                    self.again = Some((before, AGAIN.0, self.work));
                }
                all.iter().for_each(|opened| self.open(opened));
                None
            }
            Instruction::Call { callee, args, .. } => {
                let values: Option<Vec<Saved>> = args.iter().map(|arg| self.assigned(arg)).collect();
                let Some(values) = values else { return Some(End::Unknown) };
                self.enter(image, *callee, Some(values))
            }
        }
    }

    fn write(&mut self, slot: usize, at: i128, value: i128) {
        let map = &mut self.state.maps[slot];
        if Rc::strong_count(map) > 1 {
            self.work += (map.cells.len() / COPIED_CELLS) as u64;
        }
        Rc::make_mut(map).cells.insert(at, value);
    }

    pub(super) fn put(&mut self, place: Place, value: Saved) {
        match (place, value) {
            (Place::Int(slot), Saved::Int(n)) => self.state.ints[slot] = n,
            (Place::Map(slot), Saved::Map(map)) => self.state.maps[slot] = map,
            _ => {}
        }
    }

    pub(super) fn replace(&mut self, place: Place, value: Saved) -> Saved {
        match (place, value) {
            (Place::Int(slot), Saved::Int(n)) => Saved::Int(std::mem::replace(&mut self.state.ints[slot], n)),
            (Place::Map(slot), Saved::Map(map)) => Saved::Map(std::mem::replace(&mut self.state.maps[slot], map)),
            _ => Saved::None,
        }
    }

    fn held(&self, place: Place) -> Saved {
        match place {
            Place::Int(slot) => Saved::Int(self.state.ints[slot]),
            Place::Map(slot) => Saved::Map(self.state.maps[slot].clone()),
            Place::None => Saved::None,
        }
    }

    pub(super) fn assigned(&mut self, assigned: &Assigned) -> Option<Saved> {
        match assigned {
            Assigned::Int(code) => self.eval(code).map(Saved::Int),
            Assigned::Map(code) => self.map(code).map(Saved::Map),
            Assigned::None => Some(Saved::None),
        }
    }

    /// A variable gets any value.
    fn open(&mut self, opened: &Opened) {
        let n = self.state.opened;
        self.state.opened += 1;
        match opened.place {
            Place::Int(slot) => {
                let value = self.draw.value(opened.kind, None, opened.range);
                self.state.inputs.insert_mut(n, (value, opened.kind));
                self.state.ints[slot] = value;
            }
            Place::Map(slot) => {
                let base = Base::Open(n, opened.kind);
                self.state.maps[slot] = Rc::new(MapData { cells: FxHashMap::default(), base });
            }
            Place::None => {}
        }
    }

    /// An activation begins; without arguments, that of the entry.
    fn enter(&mut self, image: &Image, proc: ProcId, args: Option<Vec<Saved>>) -> Option<End> {
        let Some(compiled) = &image.procs[proc] else { return Some(End::Unknown) };
        if self.state.frames.len() > MOST_FRAMES {
            return Some(End::Unknown);
        }
        let own = compiled.own.iter().map(|opened| opened.place);
        let saved = compiled.ins.iter().copied().chain(own).map(|place| (place, self.held(place))).collect();
        match args {
            None => compiled.own.iter().for_each(|opened| self.open(opened)),
            Some(args) => {
                // Nobody reads what is not set.
                for opened in &compiled.own {
                    match opened.place {
                        Place::Int(slot) => self.state.ints[slot] = 0,
                        Place::Map(_) => {
                            self.open(opened);
                            continue;
                        }
                        Place::None => {}
                    }
                    self.state.opened += 1;
                }
                compiled.ins.iter().zip(args).for_each(|(&place, value)| self.put(place, value));
            }
        }
        self.be_known(self.state.opened - compiled.own.len() as u32, &compiled.own, &compiled.known);
        self.state.frames.push(Frame { proc, block: compiled.entry, next: 0, steps: 0, saved });
        self.arrive(image);
        None
    }

    /// Of variables that were opened one after the other, the first as the n-th, some get the values that are assumed of them, which may hang
    /// on each other.
    fn be_known(&mut self, first: u32, opened: &[Opened], known: &[(usize, Code)]) {
        for _ in known {
            let mut is_settled = true;
            for (at, code) in known {
                let Some(value) = self.eval(code) else { continue };
                let Opened { place, kind, .. } = opened[*at];
                let n = first + *at as u32;
                is_settled &= self.state.inputs.get(&n).is_some_and(|&(before, _)| before == value);
                self.state.inputs.insert_mut(n, (value, kind));
                self.put(place, Saved::Int(value));
            }
            if is_settled {
                break;
            }
        }
    }

    fn leave(&mut self, image: &Image) -> Option<End> {
        let frame = self.state.frames.pop()?;
        let Some(caller) = self.state.frames.last() else { return Some(End::Returned) };
        let compiled = image.procs[frame.proc].as_ref()?;
        let block = &image.procs[caller.proc].as_ref()?.blocks[caller.block];
        let outs = match block.code.get(caller.next - 1) {
            Some(Instruction::Call { outs, .. }) => &outs[..],
            _ => &[],
        };
        let results: Vec<Saved> = compiled.outs.iter().map(|&place| self.held(place)).collect();
        frame.saved.iter().for_each(|(place, value)| self.put(*place, value.clone()));
        outs.iter().zip(results).for_each(|(&place, value)| self.put(place, value));
        None
    }

    fn goto(&mut self, image: &Image, targets: &[BlockId]) -> Option<End> {
        let proc = self.state.frames.last()?.proc;
        let compiled = image.procs[proc].as_ref()?;
        let (target, next) = match targets {
            [only] => (*only, 0),
            several => {
                let mut open = Vec::with_capacity(several.len());
                for &target in several {
                    let block = &compiled.blocks[target];
                    let mut is_open = true;
                    for instruction in &block.code[..block.assumed] {
                        let Instruction::Assume(code) = instruction else { continue };
                        if matches!(code, Code::Unknown) {
                            continue;
                        }
                        match self.eval(code) {
                            Some(0) => {
                                is_open = false;
                                break;
                            }
                            Some(_) => {}
                            None => return Some(End::Unknown),
                        }
                    }
                    if is_open {
                        open.push(target);
                    }
                }
                let target = match open[..] {
                    [] => return Some(End::Blocked),
                    [only] => only,
                    _ => {
                        let place = self.place(image) as u64;
                        let target = open[self.draw.way(place, open.len())];
                        self.state.picks.insert_mut(self.state.branches, target);
                        target
                    }
                };
                // What is assumed there is known to hold.
                (target, compiled.blocks[target].assumed)
            }
        };
        self.state.branches += 1;
        if let Some(frame) = self.state.frames.last_mut() {
            (frame.block, frame.next) = (target, next);
        }
        self.arrive(image);
        None
    }

    /// The block, and that of the call.
    fn place(&self, image: &Image) -> usize {
        let number = |frame: &Frame| image.procs[frame.proc].as_ref().map_or(0, |it| it.blocks[frame.block].number);
        let mut frames = self.state.frames.iter().rev().map(number);
        let (own, call) = (frames.next().unwrap_or(0), frames.next().map_or(0, |call| call + 1));
        (own.wrapping_mul(0x9e37_79b1) ^ call.wrapping_mul(0x85eb_ca6b)) >> 7 & (PLACES - 1)
    }

    fn arrive(&mut self, image: &Image) {
        let place = self.place(image);
        let times = &mut self.state.visits[place];
        *times = times.saturating_add(1);
        let visits = Count::Visits(magnitude(u32::from(*times)));
        let steps = self.state.frames.last_mut().map_or(0, |frame| {
            frame.steps = frame.steps.saturating_add(1);
            frame.steps
        });
        self.arrival = Some([(place, visits), (place, Count::Steps(magnitude(steps)))]);
    }
}

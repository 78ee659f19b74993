//! Names for addresses: `node#3.next`, `&buf[3]`, `NULL`.
//!
//! A program that models memory says with `{:block "name", "layout", address, size}` where blocks begin, and with
//! `{:freed address}` where they end. A name that ends in `#` is that of many blocks, which are numbered. The layout of
//! a block is a text:
//!
//! ```text
//! layout  =  ""                              a scalar, or unknown
//!         |  "[" size "]" layout             an array; the size of an element
//!         |  "{" {offset "." name layout ";"} "}"
//! ```
//!
//! `{0.next;8.key[4];}` is `struct { struct node *next; int key[…]; }`.

use std::collections::BTreeMap;
use std::fmt::Write;

use ivl::source::Span;
use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};
use rustc_hash::FxHashMap;

use crate::verdict::execution;

/// Addresses below belong to a member of what a null pointer points to.
const LEAST: u32 = 1 << 12;
/// An address that is so many bytes in front of a block at most, or behind it, misses it: an index may have been any.
const IN_FRONT: u64 = 1 << 16;
const BEHIND: u64 = 1 << 36;

/// The blocks of an execution so far.
#[derive(Default)]
pub struct Places {
    /// By address; of several that had the same one, the last.
    blocks: BTreeMap<BigInt, Block>,
    /// Of numbered names, the last number; of others, how many of the blocks live.
    numbers: FxHashMap<String, u32>,
}

struct Block {
    name: String,
    /// The name alone is a value: a function, a text, or what has no name but its number.
    is_value: bool,
    size: BigInt,
    layout: Layout,
    /// Why it lives no longer.
    end: Option<&'static str>,
    /// Where the program makes it.
    made: Span,
}

enum Layout {
    Scalar,
    Array(u64, Box<Layout>),
    Record(Vec<(u64, String, Layout)>),
}

impl Places {
    /// A block is allocated.
    pub fn block(&mut self, name: &str, layout: &str, address: BigInt, size: BigInt) {
        let numbered = name.strip_suffix('#');
        let base = numbered.unwrap_or(name);
        let number = self.numbers.entry(base.to_string()).or_insert(0);
        *number += 1;
        // The variables of a function that calls itself are numbered as well.
        let name = if numbered.is_some() || *number > 1 { format!("{base}#{number}") } else { base.to_string() };
        let (layout, rest) = parse(layout);
        let is_value = numbered.is_some() || name.starts_with('"') || rest == "()";
        self.blocks.insert(address, Block { name, is_value, size, layout, end: None, made: Span::NONE });
    }

    /// The block at the address is made there.
    pub fn made(&mut self, address: &BigInt, at: Span) {
        if let Some(block) = self.blocks.get_mut(address) {
            block.made = at;
        }
    }

    /// Where the first of the numbered blocks that live was made.
    pub fn first_left(&self) -> Option<Span> {
        let living = |block: &&Block| block.end.is_none() && block.is_value && block.name.contains('#');
        self.blocks.values().find(living).map(|block| block.made).filter(|made| *made != Span::NONE)
    }

    /// The block at the address lives no longer.
    pub fn end(&mut self, address: &BigInt, why: &'static str) {
        if let Some(block) = self.blocks.get_mut(address)
            && block.end.replace(why).is_none()
            && !block.is_value
            && let Some(alive) = self.numbers.get_mut(block.name.split('#').next().unwrap_or_default())
        {
            *alive -= 1;
        }
    }

    /// The numbered blocks that live.
    pub fn numbered(&self) -> Vec<&str> {
        let living = self.blocks.values().filter(|block| block.end.is_none() && block.is_value);
        living.map(|block| &*block.name).filter(|name| !name.starts_with('"') && name.contains('#')).collect()
    }

    /// The block that an address points into, or just behind.
    fn find(&self, address: &BigInt) -> Option<(&Block, u64)> {
        let (base, block) = self.blocks.range(..=address).next_back()?;
        let offset = address - base;
        if offset > block.size {
            return None;
        }
        Some((block, offset.to_u64()?))
    }

    /// Why nothing may be accessed at an address, in words, and the code of such a failure; `None`: that is not known.
    pub fn fault(&self, address: &BigInt) -> Option<(&'static str, &'static str)> {
        let found = self.find(address).map(|(block, _)| block);
        if address.is_zero() || found.is_none() && *address < BigInt::from(LEAST) {
            return Some(("null pointer", "deref-null"));
        }
        // Where a block ends, none or another one may begin.
        let block = found.or_else(|| self.in_front(address))?;
        Some(match block.end {
            Some("freed") => ("freed memory", "deref-freed"),
            Some(_) => ("a variable that is out of scope", "deref-freed"),
            None => ("out of bounds", "deref-bounds"),
        })
    }

    /// The block in front of an address that is in none; of those that are far away, one that lives.
    fn in_front(&self, address: &BigInt) -> Option<&Block> {
        let (base, block) = self.blocks.range(..=address).next_back()?;
        if address - base <= &block.size + BigInt::from(BEHIND) {
            return Some(block);
        }
        let mut before = self.blocks.range(..=address).rev().map(|(_, block)| block);
        before.find(|block| block.end.is_none()).or(Some(block))
    }

    /// The block that an address is in, or that it misses.
    pub fn nearest(&self, address: &BigInt) -> Option<execution::Block> {
        if *address < BigInt::from(LEAST) {
            return Some(execution::Block { name: "NULL".to_string(), lives: false });
        }
        let block = self.meant(address)?;
        Some(execution::Block { name: block.name.clone(), lives: block.end.is_none() })
    }

    /// The same, as the block itself.
    fn meant(&self, address: &BigInt) -> Option<&Block> {
        let after = self.blocks.range(address..).next().filter(|(base, _)| *base - address <= BigInt::from(IN_FRONT));
        let before = self.blocks.range(..=address).next_back();
        let before = before.filter(|(base, block)| address - *base - &block.size <= BigInt::from(BEHIND));
        let is_within = before.is_some_and(|(base, block)| address - base < block.size);
        let (_, block) = if is_within { before } else { after.or(before) }?;
        Some(block)
    }

    /// Of an address that is out of bounds: those of the block that it is told from, or that it misses, in words.
    pub fn bounds(&self, address: &BigInt) -> Option<String> {
        self.fault(address).filter(|(_, code)| *code == "deref-bounds")?;
        let block = self.find(address).map(|(block, _)| block).or_else(|| self.meant(address))?;
        let unit = if block.size == BigInt::from(1) { "byte" } else { "bytes" };
        block.end.is_none().then(|| format!("{} has {} {unit}", block.called(), block.size))
    }

    /// A pointer.
    pub fn pointer(&self, address: &BigInt) -> String {
        if address.is_zero() {
            return "NULL".to_string();
        }
        let Some((block, offset)) = self.find(address) else { return format!("{address:#x}") };
        let (path, name) = (block.path(offset, false), block.called());
        let mut text = match (offset, path) {
            (0, _) if block.is_value || matches!(block.layout, Layout::Array(..)) => name.to_string(),
            (_, Some(path)) => format!("&{name}{path}"),
            (0, None) => format!("&{name}"),
            (_, None) if block.is_value => format!("{name} + {offset}"),
            (_, None) => format!("(char *)&{name} + {offset}"),
        };
        if let Some(why) = block.end {
            let _ = write!(text, " ({why})");
        }
        text
    }

    /// What stands at an address; `hint` is how the program calls it where the address says too little (always, if
    /// `ambiguous`). `None`: blocks whose name begins with `$` are not the program's.
    pub fn cell(&self, address: &BigInt, hint: &str, ambiguous: bool) -> Option<String> {
        let Some((block, offset)) = self.find(address) else { return Some(hint.to_string()) };
        let path = if ambiguous { None } else { block.path(offset, true) };
        let name = match (path, hint.split_once('.')) {
            (Some(path), _) => format!("{}{path}", block.name),
            (None, Some((_, member))) if block.is_value => format!("{}.{member}", block.name),
            (None, None) if block.is_value => format!("{}[{offset}]", block.name),
            (None, _) => hint.to_string(),
        };
        (!block.name.starts_with('$')).then_some(name)
    }
}

impl Block {
    /// Its name, also where the block is not the program's: where the arguments of a call with any number of them are, say.
    fn called(&self) -> &str {
        self.name.strip_prefix('$').unwrap_or(&self.name)
    }

    /// `.next`, `[3].key`: the way to an offset; down to a scalar, or to the outermost part that begins there.
    fn path(&self, offset: u64, to_scalar: bool) -> Option<String> {
        let mut path = String::new();
        let (mut layout, mut rest) = (&self.layout, offset);
        let mut outermost = true;
        loop {
            if rest == 0 && !to_scalar && (!path.is_empty() || !matches!(layout, Layout::Array(..))) {
                return Some(path);
            }
            match layout {
                Layout::Scalar => return (rest == 0 && self.size > BigInt::zero()).then_some(path),
                Layout::Array(size, inner) => {
                    let index = rest.checked_div(*size)?;
                    // A block of one element is that element; what is behind it is not.
                    if !(outermost && self.is_value && index == 0 && self.size <= BigInt::from(*size)) {
                        let _ = write!(path, "[{index}]");
                    }
                    (layout, rest) = (inner, rest - index * size);
                }
                Layout::Record(members) => {
                    let (at, name, inner) = members.iter().rev().find(|(at, ..)| *at <= rest)?;
                    if !name.is_empty() {
                        let _ = write!(path, ".{name}");
                    }
                    (layout, rest) = (inner, rest - at);
                }
            }
            outermost = false;
        }
    }
}

/// Reads a layout, and what follows it.
fn parse(text: &str) -> (Layout, &str) {
    if let Some(rest) = text.strip_prefix('[')
        && let Some((size, rest)) = rest.split_once(']')
    {
        let (inner, rest) = parse(rest);
        return (Layout::Array(size.parse().unwrap_or(0), Box::new(inner)), rest);
    }
    let Some(mut rest) = text.strip_prefix('{') else { return (Layout::Scalar, text) };
    let mut members = Vec::new();
    while let Some((offset, after)) = rest.split_once('.').filter(|_| !rest.starts_with('}')) {
        let end = after.find(['[', '{', ';']).unwrap_or(after.len());
        let (inner, after_inner) = parse(&after[end..]);
        members.push((offset.parse().unwrap_or(0), after[..end].to_string(), inner));
        rest = after_inner.strip_prefix(';').unwrap_or(after_inner);
    }
    (Layout::Record(members), rest.strip_prefix('}').unwrap_or(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places() -> Places {
        let mut places = Places::default();
        places.block("queue", "{0.head{0.next;8.prev;};16.length;20.buf[1];}", 1000.into(), 32.into());
        places.block("node#", "[16]{0.next;8.key[4];}", 2000.into(), 16.into());
        places.block("node#", "[16]{0.next;8.key[4];}", 3000.into(), 48.into());
        places.block("x", "", 4000.into(), 4.into());
        places.block("block#", "", 5000.into(), 8.into());
        places.block("f", "()", 6000.into(), 1.into());
        places
    }

    #[test]
    fn pointers() {
        let mut places = places();
        for (address, text) in [
            (0, "NULL"),
            (1000, "&queue"),
            (1008, "&queue.head.prev"),
            (1022, "&queue.buf[2]"),
            (2000, "node#1"),
            (2012, "&node#1.key[1]"),
            (2016, "&node#1[1]"),
            (3000, "node#2"),
            (3016, "&node#2[1]"),
            (3024, "&node#2[1].key"),
            (4000, "&x"),
            (5004, "block#1 + 4"),
            (6000, "f"),
            (900, "0x384"),
        ] {
            assert_eq!(places.pointer(&address.into()), text, "{address}");
        }
        places.end(&2000.into(), "freed");
        assert_eq!(places.pointer(&2000.into()), "node#1 (freed)");
    }

    #[test]
    fn bounds() {
        let mut places = places();
        places.block("byte#", "[1]", 7000.into(), 1.into());
        for (address, text) in [
            (2016, Some("node#1 has 16 bytes")),
            (5004, Some("block#1 has 8 bytes")),
            (6998, Some("byte#1 has 1 byte")),
            (7001, Some("byte#1 has 1 byte")),
            (8000, Some("byte#1 has 1 byte")),
            (8, None),
        ] {
            assert_eq!(places.bounds(&address.into()).as_deref(), text, "{address}");
        }
        assert_eq!(places.pointer(&7001.into()), "&byte#1[1]");
        places.end(&7000.into(), "freed");
        assert_eq!(places.bounds(&7001.into()), None);
    }

    #[test]
    fn cells() {
        let places = places();
        for (address, text) in [
            (1000, "queue.head.next"),
            (1021, "queue.buf[1]"),
            (2000, "node#1.next"),
            (3040, "node#2[2].key[0]"),
            (4000, "x"),
            (5004, "block#1.member"),
            (9000, "type.member"),
        ] {
            assert_eq!(places.cell(&address.into(), "type.member", false).as_deref(), Some(text), "{address}");
        }
        assert_eq!(places.cell(&2000.into(), "node.flag", true).as_deref(), Some("node#1.flag"));
    }

    #[test]
    fn any_layout_is_read() {
        for text in ["{", "}", "[", "[]", "[0]", "{0", "{.x", "{0.x[", "{0.x;}}", "{0.x{", "[999999999999999999999]"] {
            let mut places = Places::default();
            places.block("b", text, 8.into(), 8.into());
            places.cell(&9.into(), "", false);
            places.pointer(&9.into());
        }
    }
}

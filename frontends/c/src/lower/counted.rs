//! Which names count or index, and which member of a record is an array that others count.
//!
//! ```text
//! struct { void **buffer; size_t size, capacity; }   →   buffer, which has the greater of size and capacity elements
//! struct { char *text; size_t len, pos; }            →   text, which has as many as len, and one at pos
//! ```
//!
//! And no more elements are there than there is room for.

use super::harness::is_length;
use crate::types::{Field, Type, TypeRef};

/// Whether what has that name counts or indexes.
pub(super) fn counts(name: &str) -> bool {
    const WORDS: [&str; 6] = ["cap", "capacity", "alloc", "max", "limit", "used"];
    is_length(name) || is_one_of(&WORDS, name) || is_index(name)
}

fn is_index(name: &str) -> bool {
    const WORDS: [&str; 14] =
        ["i", "j", "k", "idx", "index", "pos", "position", "offset", "off", "free", "depth", "start", "end", "which"];
    is_one_of(&WORDS, name)
}

fn is_one_of(words: &[&str], name: &str) -> bool {
    let last = name.rsplit('_').next().unwrap_or(name).to_ascii_lowercase();
    words.contains(&last.as_str())
}

/// The arrays among the members of a record, each with those that count and index it: of its only pointer to objects, or to
/// pointers, all that do; of several those that are called after it, if all that count are called after one of them.
///
/// ```text
/// struct { struct row *rows; int nrows; char **keys; int key_count; }   →   rows by nrows, keys by key_count
/// ```
pub(super) fn counted<'f>(members: &[&'f Field], record: &TypeRef) -> Vec<(&'f Field, Vec<&'f Field>)> {
    let elem = |member: &&'f Field| match &*member.ty {
        Type::Ptr(elem) if !matches!(**elem, Type::Func(_)) => Some((*member, elem)),
        _ => None,
    };
    let arrays: Vec<(&Field, &TypeRef)> = members.iter().filter_map(elem).collect();
    let only = |arrays: &[(&'f Field, &'f TypeRef)]| match arrays {
        [only] => Some(*only),
        _ => None,
    };
    let of_pointers: Vec<_> = arrays.iter().copied().filter(|(_, elem)| matches!(***elem, Type::Ptr(_))).collect();
    let all: Vec<&Field> = counting(members).collect();
    if let Some((array, elem)) = only(&arrays) {
        let is_counted = elem != record && all.iter().any(|member| !is_index(&member.name));
        return if is_counted { vec![(array, all)] } else { vec![] };
    }
    let is_number = |member: &&Field| matches!(*member.ty, Type::Int(_)) && member.width.is_none();
    let own = |(array, _): (&'f Field, _)| {
        let own = members.iter().copied().filter(is_number).filter(|member| is_called_after(&member.name, &array.name));
        (array, own.collect::<Vec<_>>())
    };
    let named = arrays.into_iter().filter(|(_, elem)| *elem != record).map(own);
    let named: Vec<_> = named.filter(|(_, own)| !own.is_empty()).collect();
    let is_told = |member: &&Field| named.iter().any(|(_, own)| own.iter().any(|one| std::ptr::eq(*one, *member)));
    match only(&of_pointers) {
        _ if all.iter().all(is_told) => named,
        Some((array, _)) if named.is_empty() && all.iter().any(|member| !is_index(&member.name)) => vec![(array, all)],
        _ => vec![],
    }
}

/// Whether a name is that of an array and says that it counts its elements.
fn is_called_after(name: &str, array: &str) -> bool {
    const BEFORE: [&str; 6] = ["n", "num", "nr", "no", "count", "numof"];
    const BEHIND: [&str; 10] = ["n", "len", "length", "size", "count", "num", "cnt", "cap", "capacity", "alloc"];
    let plain = |name: &str| name.replace('_', "").to_ascii_lowercase();
    let (name, array) = (plain(name), plain(array));
    let one = array.strip_suffix('s').filter(|one| !one.is_empty()).unwrap_or(&array);
    [&*array, one].iter().any(|array| {
        name.strip_suffix(array).is_some_and(|before| BEFORE.contains(&before))
            || name.strip_prefix(array).is_some_and(|behind| BEHIND.contains(&behind))
    })
}

/// The members that count or index.
fn counting<'f>(members: &[&'f Field]) -> impl Iterator<Item = &'f Field> {
    let is_counting = |member: &&Field| matches!(*member.ty, Type::Int(_)) && counts(&member.name);
    members.iter().copied().filter(is_counting)
}

/// Of the members that count: how many elements there are, and for how many there is room.
///
/// ```text
/// struct { char *value; size_t length, size; }   →   length, size          struct { int *items; int used, max; }   →   used, max
/// ```
pub(super) fn filled<'f>(members: &'f [&Field]) -> Option<(&'f Field, &'f Field)> {
    const ROOM: [&str; 7] = ["cap", "capacity", "alloc", "allocated", "max", "limit", "room"];
    const FILLED: [&str; 9] = ["len", "length", "used", "count", "num", "n", "top", "fill", "filled"];
    let one_of = |words: &[&str]| {
        let mut found = members
            .iter()
            .copied()
            .filter(|member| matches!(*member.ty, Type::Int(_)) && is_one_of(words, &member.name));
        found.next().filter(|_| found.next().is_none())
    };
    match (one_of(&FILLED), one_of(&ROOM), one_of(&["size"])) {
        (Some(filled), Some(room), _) => Some((filled, room)),
        // Beside a number of elements, a size is that of the block; beside what says that, it is a number of elements.
        (Some(filled), None, Some(room)) => Some((filled, room)),
        (None, Some(room), Some(filled)) => Some((filled, room)),
        _ => None,
    }
}

/// The statements that make `n` as many elements as these members of a record count, and one more than they index.
pub(super) fn most_counted(n: &str, record: &str, members: &[&Field]) -> String {
    let mut text = String::new();
    for member in members {
        let value = format!("{record}.{}", member.name);
        let needed = if is_index(&member.name) { format!("{value} + 1") } else { value };
        text += &format!("  if ({needed} > {n}) {n} = {needed};\n");
    }
    text
}

//! What somebody may have meant who wrote a name that nothing has.

/// The name that looks most like `name`, if one does: a third of its letters may differ.
pub fn similar<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    const LONGEST: usize = 64;
    let length = name.chars().count();
    if !(2..=LONGEST).contains(&length) {
        return None;
    }
    let allowed = (length / 3).max(1);
    let near = names.filter(|other| other.chars().count().abs_diff(length) <= allowed).filter_map(|other| {
        let distance = match other.eq_ignore_ascii_case(name) {
            true => 0,
            false => strsim::damerau_levenshtein(name, other),
        };
        // `x` for `y` is no slip.
        (distance <= allowed && distance < length).then_some((distance, other))
    });
    near.min().map(|(_, other)| other)
}

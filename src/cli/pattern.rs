//! Names with `*` for any characters.

/// Whether the whole name is what the pattern says.
pub fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = name.strip_prefix(first) else { return false };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else { return rest.is_empty() };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn stars_stand_for_any_characters() {
        assert!(matches("P", "P") && !matches("P", "PQ"));
        assert!(matches("*", "") && matches("P*", "PQ") && !matches("P*", "QP"));
        assert!(matches("*Q", "PQ") && matches("a*b*c", "aXbYc") && !matches("a*b*c", "acb"));
        assert!(!matches("ab*ba", "aba"));
    }
}

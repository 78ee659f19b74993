//! `#pragma pack`: clang's tree says that one is in force, but not its number.

/// The greatest alignment of members that is in force at the end of a text.
pub(super) fn pack(before: &str) -> Option<u64> {
    let mut now = None;
    let mut saved = vec![];
    for line in before.lines() {
        let words = line.trim_start().strip_prefix('#').map(str::trim_start).and_then(|l| l.strip_prefix("pragma"));
        let Some(rest) = words.map(str::trim_start).and_then(|l| l.strip_prefix("pack")) else { continue };
        let Some((inside, _)) = rest.trim_start().strip_prefix('(').and_then(|l| l.split_once(')')) else { continue };
        let parts: Vec<&str> = inside.split(',').map(str::trim).filter(|p| !p.is_empty()).collect();
        let number = parts.last().and_then(|p| p.parse::<u64>().ok());
        match parts.first() {
            Some(&"push") => {
                saved.push(now);
                now = number.or(now);
            }
            Some(&"pop") => now = saved.pop().flatten(),
            _ => now = number,
        }
    }
    now
}

#[cfg(test)]
mod tests {
    use super::pack;

    #[test]
    fn follows_push_and_pop() {
        assert_eq!(pack(""), None);
        assert_eq!(pack("#pragma pack(2)\n"), Some(2));
        assert_eq!(pack("# pragma pack (push, 1)\nstruct s;"), Some(1));
        assert_eq!(pack("#pragma pack(4)\n#pragma pack(push)\n#pragma pack(1)\n#pragma pack(pop)\n"), Some(4));
        assert_eq!(pack("#pragma pack(1)\n#pragma pack()\n"), None);
    }
}

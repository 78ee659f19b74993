//! How often something was done, as far as that is told apart.

/// The first times one by one, then eight for each power of two.
pub fn magnitude(times: u32) -> u32 {
    match times {
        0..=16 => times,
        _ => 8 * times.ilog2() + (times >> (times.ilog2() - 3) & 7),
    }
}

#[cfg(test)]
mod tests {
    use super::magnitude;

    #[test]
    fn times_count_by_order_of_magnitude() {
        let all: Vec<u32> = (15..=20).map(magnitude).collect();
        assert_eq!(all, [15, 16, 32, 33, 33, 34]);
    }
}

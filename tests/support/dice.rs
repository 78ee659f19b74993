//! Numbers for generators: the same for the same seed.

pub struct Dice {
    state: u64,
}

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0xbf58_476d_1ce4_e5b9 }
    }

    /// One of `0..n`.
    pub fn below(&mut self, n: usize) -> usize {
        // After Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014.
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

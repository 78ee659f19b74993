//! 128 bits that stand for a state: the product of two words is folded into each other (as in O. Peters, *foldhash*, and
//! W. Yi, *wyhash*), twice, by different factors.

use std::hash::Hasher;

const FACTORS: [u64; 3] = [0x9e37_79b9_7f4a_7c15, 0xc2b2_ae3d_27d4_eb4f, 0xff51_afd7_ed55_8ccd];

#[derive(Clone)]
pub struct Digest([u64; 2]);

impl Default for Digest {
    fn default() -> Digest {
        Digest([0x2436_f10f_5e32_a1b3, 0x0801_f2e2_858e_fc17])
    }
}

impl Digest {
    /// All of it.
    pub fn whole(&self) -> u128 {
        let mut last = self.clone();
        last.write_u64(u64::MAX);
        u128::from(last.0[0]) << 64 | u128::from(last.0[1])
    }
}

impl Hasher for Digest {
    fn write_u64(&mut self, n: u64) {
        let [a, b] = self.0;
        self.0 =
            [folded(a ^ n, FACTORS[0]) ^ b.rotate_left(23), folded(b ^ n, FACTORS[1]).wrapping_add(a ^ FACTORS[2])];
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
        self.write_u64(bytes.len() as u64);
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn finish(&self) -> u64 {
        self.whole() as u64
    }
}

/// The upper and the lower half of a product, one over the other.
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

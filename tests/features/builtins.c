// Builtins on bits and overflow.
void feature(void) {
  unsigned u = B * 77 + 1; int r; long s;
  SEE(__builtin_popcount(u)); SEE(__builtin_clz(u)); SEE(__builtin_ctz(u << A)); SEE(__builtin_ffs(u)); SEE(__builtin_parity(u));
  SEE(__builtin_bswap32(u)); SEE(__builtin_add_overflow(2147483600, B, &r)); SEE(r); SEE(__builtin_mul_overflow(C, B, &r)); SEE(r);
  SEE(__builtin_sub_overflow(1ul, A, &s)); SEE(__builtin_expect(C, 3)); SEE(__builtin_bswap16(u)); SEE(__builtin_popcountll(~0ull << A));
}

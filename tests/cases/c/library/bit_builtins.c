// rmt: check --check none --bound 0 => safe
void __VERIFIER_assert(int);

int main(void) {
  unsigned long long high = 5ull << 40;
  __VERIFIER_assert(__builtin_popcount(0xf0f1) == 9);  //=> __VERIFIER_assert(__builtin_popcount(0xf0f1) == 8);
  __VERIFIER_assert(__builtin_clz(1) == 31 && __builtin_ctz(8) == 3);  //=> __VERIFIER_assert(__builtin_clz(2) == 31);
  __VERIFIER_assert(__builtin_popcountll(high) == 2);  //=> __VERIFIER_assert(__builtin_popcountll(high) == 0);
  __VERIFIER_assert(__builtin_clzll(high) == 21 && __builtin_clzll(1) == 63);  //=> __VERIFIER_assert(__builtin_clzll(high) == 53);
  __VERIFIER_assert(__builtin_ctzll(high) == 40 && __builtin_ctzl(6) == 1);  //=> __VERIFIER_assert(__builtin_ctzll(high) == 8);
  __VERIFIER_assert(__builtin_ffsll(high) == 41 && __builtin_ffs(0) == 0);  //=> __VERIFIER_assert(__builtin_ffsll(high) == 40);
  __VERIFIER_assert(__builtin_bswap32(0x01020304) == 0x04030201);  //=> __VERIFIER_assert(__builtin_bswap32(0x01020304) == 0x01020304);
  __VERIFIER_assert(__builtin_parity(7) == 1);  //=> __VERIFIER_assert(__builtin_parity(7) == 3);
  return 0;
}

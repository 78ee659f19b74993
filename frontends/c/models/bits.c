/* Models of the compiler's functions on bits, without loops, so that no bound matters.
   Where the result is undefined, it is any. */

int __VERIFIER_nondet_int(void);

int __rmt_popcount(unsigned x) {
  return (int)(x >> 0 & 1) +
         (int)(x >> 1 & 1) +
         (int)(x >> 2 & 1) +
         (int)(x >> 3 & 1) +
         (int)(x >> 4 & 1) +
         (int)(x >> 5 & 1) +
         (int)(x >> 6 & 1) +
         (int)(x >> 7 & 1) +
         (int)(x >> 8 & 1) +
         (int)(x >> 9 & 1) +
         (int)(x >> 10 & 1) +
         (int)(x >> 11 & 1) +
         (int)(x >> 12 & 1) +
         (int)(x >> 13 & 1) +
         (int)(x >> 14 & 1) +
         (int)(x >> 15 & 1) +
         (int)(x >> 16 & 1) +
         (int)(x >> 17 & 1) +
         (int)(x >> 18 & 1) +
         (int)(x >> 19 & 1) +
         (int)(x >> 20 & 1) +
         (int)(x >> 21 & 1) +
         (int)(x >> 22 & 1) +
         (int)(x >> 23 & 1) +
         (int)(x >> 24 & 1) +
         (int)(x >> 25 & 1) +
         (int)(x >> 26 & 1) +
         (int)(x >> 27 & 1) +
         (int)(x >> 28 & 1) +
         (int)(x >> 29 & 1) +
         (int)(x >> 30 & 1) +
         (int)(x >> 31 & 1);
}

int __rmt_clz(unsigned x) {
  if (x == 0) return __VERIFIER_nondet_int();
  if (x >> 31) return 0;
  if (x >> 30) return 1;
  if (x >> 29) return 2;
  if (x >> 28) return 3;
  if (x >> 27) return 4;
  if (x >> 26) return 5;
  if (x >> 25) return 6;
  if (x >> 24) return 7;
  if (x >> 23) return 8;
  if (x >> 22) return 9;
  if (x >> 21) return 10;
  if (x >> 20) return 11;
  if (x >> 19) return 12;
  if (x >> 18) return 13;
  if (x >> 17) return 14;
  if (x >> 16) return 15;
  if (x >> 15) return 16;
  if (x >> 14) return 17;
  if (x >> 13) return 18;
  if (x >> 12) return 19;
  if (x >> 11) return 20;
  if (x >> 10) return 21;
  if (x >> 9) return 22;
  if (x >> 8) return 23;
  if (x >> 7) return 24;
  if (x >> 6) return 25;
  if (x >> 5) return 26;
  if (x >> 4) return 27;
  if (x >> 3) return 28;
  if (x >> 2) return 29;
  if (x >> 1) return 30;
  return 31;
}

int __rmt_ctz(unsigned x) {
  if (x == 0) return __VERIFIER_nondet_int();
  if (x >> 0 & 1) return 0;
  if (x >> 1 & 1) return 1;
  if (x >> 2 & 1) return 2;
  if (x >> 3 & 1) return 3;
  if (x >> 4 & 1) return 4;
  if (x >> 5 & 1) return 5;
  if (x >> 6 & 1) return 6;
  if (x >> 7 & 1) return 7;
  if (x >> 8 & 1) return 8;
  if (x >> 9 & 1) return 9;
  if (x >> 10 & 1) return 10;
  if (x >> 11 & 1) return 11;
  if (x >> 12 & 1) return 12;
  if (x >> 13 & 1) return 13;
  if (x >> 14 & 1) return 14;
  if (x >> 15 & 1) return 15;
  if (x >> 16 & 1) return 16;
  if (x >> 17 & 1) return 17;
  if (x >> 18 & 1) return 18;
  if (x >> 19 & 1) return 19;
  if (x >> 20 & 1) return 20;
  if (x >> 21 & 1) return 21;
  if (x >> 22 & 1) return 22;
  if (x >> 23 & 1) return 23;
  if (x >> 24 & 1) return 24;
  if (x >> 25 & 1) return 25;
  if (x >> 26 & 1) return 26;
  if (x >> 27 & 1) return 27;
  if (x >> 28 & 1) return 28;
  if (x >> 29 & 1) return 29;
  if (x >> 30 & 1) return 30;
  return 31;
}

int __rmt_ffs(int x) { return x == 0 ? 0 : __rmt_ctz(x) + 1; }





int __rmt_popcountll(unsigned long long x) {
  return (int)(x >> 0 & 1) +
         (int)(x >> 1 & 1) +
         (int)(x >> 2 & 1) +
         (int)(x >> 3 & 1) +
         (int)(x >> 4 & 1) +
         (int)(x >> 5 & 1) +
         (int)(x >> 6 & 1) +
         (int)(x >> 7 & 1) +
         (int)(x >> 8 & 1) +
         (int)(x >> 9 & 1) +
         (int)(x >> 10 & 1) +
         (int)(x >> 11 & 1) +
         (int)(x >> 12 & 1) +
         (int)(x >> 13 & 1) +
         (int)(x >> 14 & 1) +
         (int)(x >> 15 & 1) +
         (int)(x >> 16 & 1) +
         (int)(x >> 17 & 1) +
         (int)(x >> 18 & 1) +
         (int)(x >> 19 & 1) +
         (int)(x >> 20 & 1) +
         (int)(x >> 21 & 1) +
         (int)(x >> 22 & 1) +
         (int)(x >> 23 & 1) +
         (int)(x >> 24 & 1) +
         (int)(x >> 25 & 1) +
         (int)(x >> 26 & 1) +
         (int)(x >> 27 & 1) +
         (int)(x >> 28 & 1) +
         (int)(x >> 29 & 1) +
         (int)(x >> 30 & 1) +
         (int)(x >> 31 & 1) +
         (int)(x >> 32 & 1) +
         (int)(x >> 33 & 1) +
         (int)(x >> 34 & 1) +
         (int)(x >> 35 & 1) +
         (int)(x >> 36 & 1) +
         (int)(x >> 37 & 1) +
         (int)(x >> 38 & 1) +
         (int)(x >> 39 & 1) +
         (int)(x >> 40 & 1) +
         (int)(x >> 41 & 1) +
         (int)(x >> 42 & 1) +
         (int)(x >> 43 & 1) +
         (int)(x >> 44 & 1) +
         (int)(x >> 45 & 1) +
         (int)(x >> 46 & 1) +
         (int)(x >> 47 & 1) +
         (int)(x >> 48 & 1) +
         (int)(x >> 49 & 1) +
         (int)(x >> 50 & 1) +
         (int)(x >> 51 & 1) +
         (int)(x >> 52 & 1) +
         (int)(x >> 53 & 1) +
         (int)(x >> 54 & 1) +
         (int)(x >> 55 & 1) +
         (int)(x >> 56 & 1) +
         (int)(x >> 57 & 1) +
         (int)(x >> 58 & 1) +
         (int)(x >> 59 & 1) +
         (int)(x >> 60 & 1) +
         (int)(x >> 61 & 1) +
         (int)(x >> 62 & 1) +
         (int)(x >> 63 & 1);
}

int __rmt_clzll(unsigned long long x) {
  if (x == 0) return __VERIFIER_nondet_int();
  if (x >> 63) return 0;
  if (x >> 62) return 1;
  if (x >> 61) return 2;
  if (x >> 60) return 3;
  if (x >> 59) return 4;
  if (x >> 58) return 5;
  if (x >> 57) return 6;
  if (x >> 56) return 7;
  if (x >> 55) return 8;
  if (x >> 54) return 9;
  if (x >> 53) return 10;
  if (x >> 52) return 11;
  if (x >> 51) return 12;
  if (x >> 50) return 13;
  if (x >> 49) return 14;
  if (x >> 48) return 15;
  if (x >> 47) return 16;
  if (x >> 46) return 17;
  if (x >> 45) return 18;
  if (x >> 44) return 19;
  if (x >> 43) return 20;
  if (x >> 42) return 21;
  if (x >> 41) return 22;
  if (x >> 40) return 23;
  if (x >> 39) return 24;
  if (x >> 38) return 25;
  if (x >> 37) return 26;
  if (x >> 36) return 27;
  if (x >> 35) return 28;
  if (x >> 34) return 29;
  if (x >> 33) return 30;
  if (x >> 32) return 31;
  if (x >> 31) return 32;
  if (x >> 30) return 33;
  if (x >> 29) return 34;
  if (x >> 28) return 35;
  if (x >> 27) return 36;
  if (x >> 26) return 37;
  if (x >> 25) return 38;
  if (x >> 24) return 39;
  if (x >> 23) return 40;
  if (x >> 22) return 41;
  if (x >> 21) return 42;
  if (x >> 20) return 43;
  if (x >> 19) return 44;
  if (x >> 18) return 45;
  if (x >> 17) return 46;
  if (x >> 16) return 47;
  if (x >> 15) return 48;
  if (x >> 14) return 49;
  if (x >> 13) return 50;
  if (x >> 12) return 51;
  if (x >> 11) return 52;
  if (x >> 10) return 53;
  if (x >> 9) return 54;
  if (x >> 8) return 55;
  if (x >> 7) return 56;
  if (x >> 6) return 57;
  if (x >> 5) return 58;
  if (x >> 4) return 59;
  if (x >> 3) return 60;
  if (x >> 2) return 61;
  if (x >> 1) return 62;
  return 63;
}

int __rmt_ctzll(unsigned long long x) {
  if (x == 0) return __VERIFIER_nondet_int();
  if (x >> 0 & 1) return 0;
  if (x >> 1 & 1) return 1;
  if (x >> 2 & 1) return 2;
  if (x >> 3 & 1) return 3;
  if (x >> 4 & 1) return 4;
  if (x >> 5 & 1) return 5;
  if (x >> 6 & 1) return 6;
  if (x >> 7 & 1) return 7;
  if (x >> 8 & 1) return 8;
  if (x >> 9 & 1) return 9;
  if (x >> 10 & 1) return 10;
  if (x >> 11 & 1) return 11;
  if (x >> 12 & 1) return 12;
  if (x >> 13 & 1) return 13;
  if (x >> 14 & 1) return 14;
  if (x >> 15 & 1) return 15;
  if (x >> 16 & 1) return 16;
  if (x >> 17 & 1) return 17;
  if (x >> 18 & 1) return 18;
  if (x >> 19 & 1) return 19;
  if (x >> 20 & 1) return 20;
  if (x >> 21 & 1) return 21;
  if (x >> 22 & 1) return 22;
  if (x >> 23 & 1) return 23;
  if (x >> 24 & 1) return 24;
  if (x >> 25 & 1) return 25;
  if (x >> 26 & 1) return 26;
  if (x >> 27 & 1) return 27;
  if (x >> 28 & 1) return 28;
  if (x >> 29 & 1) return 29;
  if (x >> 30 & 1) return 30;
  if (x >> 31 & 1) return 31;
  if (x >> 32 & 1) return 32;
  if (x >> 33 & 1) return 33;
  if (x >> 34 & 1) return 34;
  if (x >> 35 & 1) return 35;
  if (x >> 36 & 1) return 36;
  if (x >> 37 & 1) return 37;
  if (x >> 38 & 1) return 38;
  if (x >> 39 & 1) return 39;
  if (x >> 40 & 1) return 40;
  if (x >> 41 & 1) return 41;
  if (x >> 42 & 1) return 42;
  if (x >> 43 & 1) return 43;
  if (x >> 44 & 1) return 44;
  if (x >> 45 & 1) return 45;
  if (x >> 46 & 1) return 46;
  if (x >> 47 & 1) return 47;
  if (x >> 48 & 1) return 48;
  if (x >> 49 & 1) return 49;
  if (x >> 50 & 1) return 50;
  if (x >> 51 & 1) return 51;
  if (x >> 52 & 1) return 52;
  if (x >> 53 & 1) return 53;
  if (x >> 54 & 1) return 54;
  if (x >> 55 & 1) return 55;
  if (x >> 56 & 1) return 56;
  if (x >> 57 & 1) return 57;
  if (x >> 58 & 1) return 58;
  if (x >> 59 & 1) return 59;
  if (x >> 60 & 1) return 60;
  if (x >> 61 & 1) return 61;
  if (x >> 62 & 1) return 62;
  return 63;
}

int __rmt_ffsll(long long x) { return x == 0 ? 0 : __rmt_ctzll(x) + 1; }

int __rmt_parity(unsigned x) { return __rmt_popcount(x) & 1; }

unsigned short __rmt_bswap16(unsigned short x) { return (unsigned short)((x & 255) * 256 + x / 256); }

unsigned __rmt_bswap32(unsigned x) {
  return (x & 255) * 16777216 + (x >> 8 & 255) * 65536 + (x >> 16 & 255) * 256 + (x >> 24);
}

unsigned long long __rmt_bswap64(unsigned long long x) {
  return __rmt_bswap32((unsigned)x) * 4294967296ULL + __rmt_bswap32((unsigned)(x >> 32));
}

int __rmt_popcountl(unsigned long x) { return sizeof(x) == 8 ? __rmt_popcountll(x) : __rmt_popcount(x); }

int __rmt_clzl(unsigned long x) { return sizeof(x) == 8 ? __rmt_clzll(x) : __rmt_clz(x); }

int __rmt_ctzl(unsigned long x) { return sizeof(x) == 8 ? __rmt_ctzll(x) : __rmt_ctz(x); }

int __rmt_ffsl(long x) { return sizeof(x) == 8 ? __rmt_ffsll(x) : __rmt_ffs(x); }

unsigned char __rmt_bitreverse8(unsigned char x) {
  return (unsigned char)(x % 2 * 128 + x / 2 % 2 * 64 + x / 4 % 2 * 32 + x / 8 % 2 * 16 + x / 16 % 2 * 8 +
                         x / 32 % 2 * 4 + x / 64 % 2 * 2 + x / 128);
}

unsigned short __rmt_bitreverse16(unsigned short x) {
  return (unsigned short)(__rmt_bitreverse8(x % 256) * 256 + __rmt_bitreverse8(x / 256));
}

unsigned __rmt_bitreverse32(unsigned x) {
  return __rmt_bitreverse16(x % 65536) * 65536u + __rmt_bitreverse16(x / 65536);
}

unsigned long long __rmt_bitreverse64(unsigned long long x) {
  return __rmt_bitreverse32(x % 4294967296) * 4294967296ull + __rmt_bitreverse32(x / 4294967296);
}

/* Models of the compiler's functions on bits, without loops, so that no bound matters; those of 64 bits go by halves.
   Where the result is undefined, programs promise not to ask for it. */

int __VERIFIER_nondet_int(void);
void __rmt_check(int, const char *);

static int undefined(void) {
#if CHECKS_PROMISES
  __rmt_check(0, "the zeros of a number are counted that has no other bits");
#endif
  return __VERIFIER_nondet_int();
}

#define UPWARDS(F) \
  F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9) F(10) F(11) F(12) F(13) F(14) F(15) \
  F(16) F(17) F(18) F(19) F(20) F(21) F(22) F(23) F(24) F(25) F(26) F(27) F(28) F(29) F(30) F(31)
#define DOWNWARDS(F) \
  F(31) F(30) F(29) F(28) F(27) F(26) F(25) F(24) F(23) F(22) F(21) F(20) F(19) F(18) F(17) F(16) \
  F(15) F(14) F(13) F(12) F(11) F(10) F(9) F(8) F(7) F(6) F(5) F(4) F(3) F(2) F(1) F(0)

/* Sums of neighbours, in ever wider fields: a long sum of single bits is hard for a solver of bit-vectors. */
int __rmt_popcount(unsigned x) {
  x = (x & 0x55555555) + (x >> 1 & 0x55555555);
  x = (x & 0x33333333) + (x >> 2 & 0x33333333);
  x = (x & 0x0f0f0f0f) + (x >> 4 & 0x0f0f0f0f);
  x = (x & 0x00ff00ff) + (x >> 8 & 0x00ff00ff);
  return (int)((x & 0xffff) + (x >> 16));
}

#define LEADING(n) if (x >> n) return 31 - n;
int __rmt_clz(unsigned x) {
  DOWNWARDS(LEADING)
  return undefined();
}

#define TRAILING(n) if (x >> n & 1) return n;
int __rmt_ctz(unsigned x) {
  UPWARDS(TRAILING)
  return undefined();
}

int __rmt_ffs(int x) { return x == 0 ? 0 : __rmt_ctz(x) + 1; }

/* Below the sign, as many bits as it has are like it. */
int __rmt_clrsb(int x) { return x == 0 || x == -1 ? 31 : __rmt_clz(x < 0 ? ~x : x) - 1; }

int __rmt_popcountll(unsigned long long x) { return __rmt_popcount(x) + __rmt_popcount(x >> 32); }

int __rmt_clzll(unsigned long long x) {
  if (x >> 32) return __rmt_clz(x >> 32);
  return (unsigned)x ? 32 + __rmt_clz(x) : undefined();
}

int __rmt_ctzll(unsigned long long x) {
  if ((unsigned)x) return __rmt_ctz(x);
  return x >> 32 ? 32 + __rmt_ctz(x >> 32) : undefined();
}

int __rmt_clrsbll(long long x) { return x == 0 || x == -1 ? 63 : __rmt_clzll(x < 0 ? ~x : x) - 1; }

int __rmt_ffsll(long long x) { return x == 0 ? 0 : __rmt_ctzll(x) + 1; }

int __rmt_parity(unsigned x) { return __rmt_popcount(x) & 1; }

/* How far bits are rotated counts modulo their number. */
#define ROTATED(X, LEFT, BITS) ((LEFT) ? (X) << (LEFT) | (X) >> (BITS - (LEFT)) : (X))

unsigned char __rmt_rotateleft8(unsigned char x, unsigned char n) { return (unsigned char)ROTATED(x, n % 8, 8); }

unsigned char __rmt_rotateright8(unsigned char x, unsigned char n) { return __rmt_rotateleft8(x, (unsigned char)(8 - n % 8)); }

unsigned short __rmt_rotateleft16(unsigned short x, unsigned short n) { return (unsigned short)ROTATED(x, n % 16, 16); }

unsigned short __rmt_rotateright16(unsigned short x, unsigned short n) { return __rmt_rotateleft16(x, (unsigned short)(16 - n % 16)); }

unsigned __rmt_rotateleft32(unsigned x, unsigned n) { return (unsigned)ROTATED(x, n % 32, 32); }

unsigned __rmt_rotateright32(unsigned x, unsigned n) { return __rmt_rotateleft32(x, (unsigned)(32 - n % 32)); }

unsigned long long __rmt_rotateleft64(unsigned long long x, unsigned long long n) { return (unsigned long long)ROTATED(x, n % 64, 64); }

unsigned long long __rmt_rotateright64(unsigned long long x, unsigned long long n) { return __rmt_rotateleft64(x, (unsigned long long)(64 - n % 64)); }

unsigned short __rmt_bswap16(unsigned short x) { return (unsigned short)((x & 255) * 256 + x / 256); }

unsigned __rmt_bswap32(unsigned x) {
  return (x & 255) * 16777216 + (x >> 8 & 255) * 65536 + (x >> 16 & 255) * 256 + (x >> 24);
}

unsigned long long __rmt_bswap64(unsigned long long x) {
  return __rmt_bswap32((unsigned)x) * 4294967296ULL + __rmt_bswap32((unsigned)(x >> 32));
}

/* The order of bytes in a network is the other one than that of the targets. */
unsigned htonl(unsigned x) { return __rmt_bswap32(x); }

unsigned ntohl(unsigned x) { return __rmt_bswap32(x); }

unsigned short htons(unsigned short x) { return __rmt_bswap16(x); }

unsigned short ntohs(unsigned short x) { return __rmt_bswap16(x); }

int __rmt_popcountl(unsigned long x) { return sizeof(x) == 8 ? __rmt_popcountll(x) : __rmt_popcount(x); }

int __rmt_clrsbl(long x) { return sizeof(x) == 8 ? __rmt_clrsbll(x) : __rmt_clrsb(x); }

int __rmt_clzl(unsigned long x) { return sizeof(x) == 8 ? __rmt_clzll(x) : __rmt_clz(x); }

int __rmt_ctzl(unsigned long x) { return sizeof(x) == 8 ? __rmt_ctzll(x) : __rmt_ctz(x); }

int __rmt_parityll(unsigned long long x) { return __rmt_popcountll(x) & 1; }

int __rmt_parityl(unsigned long x) { return __rmt_popcountll(x) & 1; }

int ffs(int x) { return __rmt_ffs(x); }

int ffsll(long long x) { return __rmt_ffsll(x); }

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

int ffsl(long x) { return __rmt_ffsl(x); }

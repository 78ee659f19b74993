// Shifts within the width.
void feature(void) {
  unsigned u = 0x80000000u + B; long l = -1000 - B; unsigned long m = ~0ul - B;
  SEE(u >> A); SEE(u << A); SEE(l >> A); SEE(m >> (60 - A)); SEE(m << A); SEE((T)1 << A); SEE(1u << 31 >> A); SEE(B >> A);
  u <<= A; u >>= 1; SEE(u); SEE((unsigned char)(0xF0 >> A)); SEE((unsigned char)~A >> 2); SEE(-B >> 1);
}

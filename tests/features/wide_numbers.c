// Numbers of 64 bits wrap where they are unsigned.
void feature(void) {
  unsigned long x = 0xFFFFFFFFFFFFFF00ul + B, y = x * x; long z = (long)(x >> 1);
  SEE(x + 300); SEE(y); SEE(y >> 32); SEE(z); SEE(x > (unsigned long)C); SEE(-x); SEE(x / 10 % 1000); SEE((unsigned)(y >> A));
  SEE((long)(x ^ y) >> 3); SEE(x % (A + 1)); SEE(!(x & y)); SEE(x <= ~0ul);
}

// Conversions cut off, extend, and keep signs.
void feature(void) {
  long n = (long)B * 1000003 * (A % 2 ? 1 : -1) + C;
  SEE((T)n); SEE((signed char)n); SEE((unsigned char)n); SEE((short)n); SEE((unsigned short)n); SEE((int)n);
  SEE((unsigned)n); SEE((long)(unsigned)n); SEE((long)(int)n); SEE((unsigned long)(T)n >> 4); SEE((char)n);
  T x = (T)n;
  x += 1000; SEE(x); x *= 3; SEE(x); x = (T)(x * 2); SEE(x); x /= 3; SEE(x); x = -x; SEE(x);
}

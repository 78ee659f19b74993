// Numbers are looked at and put together byte by byte.
void feature(void) {
  T x = (T)(B * 257 + C);
  unsigned char *p = (unsigned char *)&x;
  for (unsigned i = 0; i < sizeof x; i++) SEE(p[i]);
  p[0] ^= A;
  SEE(x);
  long y = 0;
  memcpy(&y, &x, sizeof x);
  SEE(y); SEE(memcmp(&x, &y, sizeof x));
}

// Members of a union share their bytes.
union both { T number; unsigned char byte[8]; struct { short first, second; } pair; };
void feature(void) {
  union both x;
  memset(&x, 0, sizeof x);
  x.pair.first = B; x.pair.second = C;
  SEE(x.byte[0]); SEE(x.byte[2]); SEE(x.byte[3]); SEE(x.number);
  x.byte[0] ^= 255;
  SEE(x.pair.first); SEE(sizeof x);
  union both y = x;
  SEE(y.pair.second);
}

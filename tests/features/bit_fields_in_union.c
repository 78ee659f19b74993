// A union shows the bytes of bit-fields.
union both { struct { unsigned low : 4, middle : 9, high : 19; } part; unsigned whole; unsigned char byte[4]; };
void feature(void) {
  union both x;
  x.whole = 0;
  x.part.middle = B + 200;
  x.part.high = A;
  SEE(x.whole); SEE(x.byte[0]); SEE(x.byte[1]); SEE(x.byte[2]);
  x.byte[1] = C;
  SEE(x.part.low); SEE(x.part.middle); SEE(x.part.high);
}

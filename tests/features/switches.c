// Cases fall through, have ranges and a default in the middle.
static int helper(T x) {
  int n = 0;
  switch (x) {
  case 0: n += 1;
  case 1: n += 2; break;
  default: n += 100;
  case 3 ... 5: n += 4; break;
  case 7: { n += 8; if (n > 5) break; n = 0; }
  case 8: n += 16;
  }
  return n;
}
void feature(void) { for (int i = 0; i < 9; i++) SEE(helper((T)i)); SEE(helper((T)B)); SEE(helper((T)C)); }

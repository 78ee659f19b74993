// Control jumps into a block, over declarations that are assigned later.
void feature(void) {
  int n = 0;
  if (A % 2) goto inside;
  n = 10;
  {
    int x;
    x = B;
    n += x;
  inside:
    x = C + A;
    n += x;
    SEE(n);
  }
  while (n < 5) {
  again:
    n += 2;
  }
  SEE(n);
  if (n < 40 && n >= 0) { n += 30; goto again; }
  SEE(n);
}

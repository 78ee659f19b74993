// Loops with continue, break and conditions in all places.
void feature(void) {
  int n = 0, i = 0;
  for (;;) { if (i++ == A) break; if (i % 2) continue; n += B; }
  SEE(n); SEE(i);
  do { n -= 3; if (n % 5 == 0) continue; } while (n > 0 && --i);
  SEE(n); SEE(i);
  for (int a = 0, b = A; a < b; a++, b--) n += a * b;
  SEE(n);
  while (i-- > -3) for (int k = 0; k < 3; k++) { if (k == 2) break; n += C; }
  SEE(n); SEE(i);
}

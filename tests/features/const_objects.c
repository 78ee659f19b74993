// Constants are read, and pointers to them.
static const T table[] = {1, (T)B, (T)C};
static const struct tag { int a; const char *s; } state = {A, "constant"};
void feature(void) {
  const T *p = table, *const q = p + 1; const int n = sizeof table / sizeof *table;
  for (int i = 0; i < n; i++) SEE(p[i]);
  SEE(*q); SEE(state.a); SEE(state.s[A]); SEE(n); p += 2; SEE(p - q);
}

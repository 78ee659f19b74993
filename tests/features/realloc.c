// realloc keeps what fits.
void feature(void) {
  T *p = malloc(A * sizeof *p);
  for (int i = 0; i < A; i++) p[i] = (T)(B + i);
  p = realloc(p, (A + 3) * sizeof *p);
  for (int i = 0; i < 3; i++) p[A + i] = (T)(C - i);
  for (int i = 0; i < A + 3; i++) SEE(p[i]);
  p = realloc(p, sizeof *p);
  SEE(*p);
  free(p);
  p = realloc(0, sizeof *p);
  *p = (T)C;
  SEE(*p);
  free(p);
}

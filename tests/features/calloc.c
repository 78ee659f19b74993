// What calloc gives is zero; blocks are apart.
void feature(void) {
  T *p = calloc(A, sizeof *p), *q = calloc(A + 1, sizeof *q);
  SEE(p != q); SEE(p[A - 1]); p[0] = (T)B; q[A] = (T)C; SEE(q[0]); SEE(p[0]); SEE(q[A]);
  memcpy(q, p, sizeof *p); memset(p, 255, sizeof *p); SEE(q[0]); SEE(p[0]);
  free(p); free(q); free(0);
}

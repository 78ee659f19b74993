// memcpy of part of a structure leaves the rest.
struct tag { char a; T b; short c[3]; int d; };
void feature(void) {
  struct tag x, y;
  memset(&x, 0, sizeof x); memset(&y, 1, sizeof y);
  x.a = A; x.b = (T)B; x.c[0] = C; x.c[1] = B; x.c[2] = A; x.d = C * 100;
  memcpy(&y.c[1], &x.c[0], 2 * sizeof(short));
  SEE(y.a); SEE(y.b); SEE(y.c[0]); SEE(y.c[1]); SEE(y.c[2]); SEE(y.d);
  memcpy((char *)&y + ((char *)&y.d - (char *)&y), &x.d, sizeof x.d);
  memcpy(&y.b, &x.b, 1);
  SEE(y.d); SEE(y.b);
  memmove(&x.c[0], &x.c[1], sizeof(short) * 2);
  SEE(x.c[0]); SEE(x.c[1]); SEE(x.c[2]);
}

// Pointers into one array are ordered by index, into one structure by member.
struct tag { int first; T second[3]; long third; };
void feature(void) {
  struct tag x;
  T *p = &x.second[A % 3], *q = &x.second[(A + 1) % 3];
  SEE(p < q); SEE(p >= q); SEE(p - q); SEE((char *)p > (char *)&x.first); SEE((char *)q < (char *)&x.third);
  SEE((p < q) + (p == q) + (p > q)); SEE((char *)&x.third - (char *)&x);
}

// Pointers to different objects differ, casts and arithmetic keep identity.
void feature(void) {
  T x = B, y = C;
  T *p = A % 2 ? &x : &y;
  void *v = p;
  SEE(&x == &y); SEE(p == &x); SEE(v == &y); SEE((T *)v == p); SEE((T *)((char *)p + 1 - 1) == p); SEE(*p);
  SEE(p != 0); SEE(!p);
}

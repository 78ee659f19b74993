// A flexible array member has the room that was allocated.
struct tag { int length; T items[]; };
void feature(void) {
  struct tag *p = malloc(sizeof *p + A * sizeof(T));
  p->length = A;
  for (int i = 0; i < p->length; i++) p->items[i] = (T)(B - i);
  SEE(sizeof *p); SEE(p->items[A - 1]); SEE(p->items[0]); SEE((char *)p->items - (char *)p);
  struct tag head = *p;
  SEE(head.length);
  free(p);
}

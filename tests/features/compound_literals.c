// Compound literals are objects of their block.
struct tag { T x; int y[2]; };
static long helper(const struct tag *p) { return p->x + p->y[0] * 2 + p->y[1]; }
void feature(void) {
  struct tag *p = &(struct tag){B, {C, A}};
  SEE(helper(p)); SEE(helper(&(struct tag){.y = {A}})); SEE(((int[]){A, B, C})[A % 3]);
  p->y[1]++;
  SEE(helper(p));
  int *q = (int[3]){B};
  q[2] = C;
  SEE(q[0] + q[1] + q[2]); SEE(sizeof((char[]){"abc"})); SEE(((struct tag){.x = C}).x);
}

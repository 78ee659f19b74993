// Structures are given and returned by value.
struct tag { T a; int b[3]; struct { char c; } in; };
static struct tag helper(struct tag x, int by) { x.a += by; x.b[by % 3] = by; x.in.c++; return x; }
void feature(void) {
  struct tag x = {(T)B, {1, 2, 3}, {C}};
  struct tag y = helper(x, A), z;
  SEE(x.a); SEE(y.a); SEE(x.b[A % 3]); SEE(y.b[A % 3]); SEE(y.in.c); SEE(helper(y, 1).b[1]);
  z = y = helper(helper(x, 1), 2);
  SEE(z.a); SEE(z.b[2]); SEE(z.in.c);
}

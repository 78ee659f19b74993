// Designated initialisers go on behind what they name; the rest is zero.
struct tag { int a; struct { T b, c; } in; int d[4]; } state = {.in.c = B, .d = {[2] = C, A}};
void feature(void) {
  int table[8] = {[3] = A, B, [1] = C, [6] = 1};
  struct tag x = {1, .d[1] = B, 7, .in = {.b = A}};
  for (int i = 0; i < 8; i++) SEE(table[i]);
  SEE(state.a); SEE(state.in.b); SEE(state.in.c); SEE(state.d[2]); SEE(state.d[3]);
  SEE(x.a); SEE(x.in.b); SEE(x.in.c); SEE(x.d[0]); SEE(x.d[1]); SEE(x.d[2]); SEE(x.d[3]);
}

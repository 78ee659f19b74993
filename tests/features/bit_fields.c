// Bit-fields of mixed signs and widths keep what fits, and compute as their promoted values.
struct tag { T a : 3; unsigned b : 5; int c : 7; unsigned long d : 33; } state;
void feature(void) {
  state.a = B;
  state.b = C;
  state.c = B * 3 + C;
  state.d = (unsigned long)B << 28;
  SEE(state.a); SEE(state.b); SEE(state.c); SEE(state.d);
  SEE(state.b++); SEE(--state.c); SEE(state.a += A); SEE(state.d >> A);
  SEE(sizeof(struct tag)); SEE(state.b - 31 < 0); SEE(state.c = B);
}

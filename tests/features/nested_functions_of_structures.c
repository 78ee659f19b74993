// Structures in structures, arrays of them, assigned as a whole.
struct tag { struct { T x, y; } at[2]; struct { struct { char c; int d; } deep; } in; };
void feature(void) {
  struct tag a = {{{1, 2}, {3, 4}}, {{5, 6}}}, table[3] = {a, a};
  table[1].at[A % 2].x = (T)B; table[2] = table[1]; table[0].in = table[1].in; table[0].in.deep.d = C;
  table[1].at[0] = table[1].at[1];
  for (int i = 0; i < 3; i++) { SEE(table[i].at[0].x); SEE(table[i].at[1].x); SEE(table[i].in.deep.d); SEE(table[i].in.deep.c); }
}

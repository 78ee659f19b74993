// Unnamed fields separate, and one of width zero begins a new unit.
struct tag { unsigned char a : 3, : 2, b : 3; unsigned : 0; int c : A + 1; unsigned short d : 9; };
void feature(void) {
  struct tag x = {B, C, B, C};
  struct tag y = x;
  y.c = -1;
  SEE(x.a); SEE(x.b); SEE(x.c); SEE(x.d); SEE(y.c); SEE(y.b == x.b); SEE(sizeof x);
}

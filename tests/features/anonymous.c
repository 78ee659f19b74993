// Anonymous structures and unions.
struct tag { int kind; union { T number; struct { char a, b; }; char text[8]; }; };
void feature(void) {
  struct tag x = {A, {.number = 0}};
  x.a = B; x.b = C;
  SEE(x.kind); SEE(x.text[0]); SEE(x.text[1]); SEE((unsigned char)x.number); SEE(sizeof x); x.text[0]++; SEE(x.a);
  struct tag y = {.kind = 2, .a = 5, .b = 6}; SEE(y.text[1]); SEE(y.text[0]);
}

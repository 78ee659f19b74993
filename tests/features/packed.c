// Packed and aligned structures.
struct __attribute__((packed)) tag { char a; int b; T c; short d; };
struct other { char a; int b __attribute__((aligned(16))); };
void feature(void) {
  struct tag x = {A, B, (T)C, -B}, y = x;
  y.b += 1000; y.d = 7;
  SEE(sizeof x); SEE(x.a); SEE(x.b); SEE(x.c); SEE(x.d); SEE(y.b); SEE(y.c); SEE(y.d);
  SEE(__builtin_offsetof(struct tag, d)); SEE(sizeof(struct other)); SEE(__builtin_offsetof(struct other, b));
}

// Function pointers in structures and tables.
struct tag { long (*run)(long, int); int extra; };
static long helper(long a, int b) { return a * 3 - b; }
static long other(long a, int b) { return a ^ b; }
static struct tag table[] = {{helper, B}, {other, C}, {.extra = A, .run = &helper}};
void feature(void) {
  for (int i = 0; i < 3; i++) SEE(table[i].run(A, table[i].extra));
  long (*f)(long, int) = A % 2 ? helper : other;
  SEE(f(B, C)); SEE((*f)(C, B)); SEE(f == helper); SEE((***f)(1, 2)); SEE(table[0].run == table[2].run);
  struct tag x = table[1];
  x.run = f;
  SEE(x.run(x.extra, A));
}

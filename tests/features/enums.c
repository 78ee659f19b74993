// Enumerations count on, and convert as integers.
enum tag { first, second = B, third, fourth = -C, fifth };
void feature(void) {
  enum tag x = (enum tag)A;
  SEE(first); SEE(third); SEE(fifth); SEE(x); SEE(sizeof x); SEE(x == second); SEE((enum tag)(x + 1)); SEE(third > x);
  switch (x) { case first: SEE(1); break; default: SEE(2); }
  enum { low = -1, high } y = high;
  SEE(y - low); SEE(-1 < y);
}

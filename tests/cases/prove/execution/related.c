// prove: execution --check overflow,deref => safe, mutants unsafe
// Conditions relate inputs to each other, and an index hangs on one of many cells.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int table[40];
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  if (a < b && b < c && c <= a) //=> if (a < b && b < c && c <= a + 2)
    __VERIFIER_error();
  for (int i = 0; i < 40; i++)
    table[i] = i * i;
  unsigned at = (unsigned)a % 40;
  if (table[at] > 1521) //=> if (table[at] > 1443)
    __VERIFIER_error();
  if (a > b) {
    int larger = b > c ? b : c;
    if (larger > a && larger != c) //=> if (larger > a && larger == c)
      __VERIFIER_error();
  }
  table[at] = 7;
  int found = 0;
  for (int i = 0; i < 40; i++)
    found += table[i] == 7;
  if (found != 1) //=> if (found != (at != 39))
    __VERIFIER_error();
}

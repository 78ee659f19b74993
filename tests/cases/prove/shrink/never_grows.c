// prove: shrink --check none => safe
// Nothing is found in an empty set, so nothing is added to it: invariants are enough.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int set[100000];
static int holds(int size, int value) {
  for (int i = 0; i < size; i++)
    if (set[i] == value)
      return 1;
  return 0; //=> return 1;
}
int main(void) {
  int size = 0; //=> int size = 2;
  for (int v = 0; v < 100000; v++) {
    int value = __VERIFIER_nondet_int();
    if (holds(size, value))
      set[size++] = value;
  }
  for (int x = 0; x < size; x++)
    for (int y = x + 1; y < size; y++)
      if (set[x] == set[y])
        __VERIFIER_error();
  return 0;
}

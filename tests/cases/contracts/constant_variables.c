// rmt: verify => verified
// Variables that are constant have their values where a function is looked at by itself.
static const int outer = 4;

int constants(void) __CPROVER_assigns() __CPROVER_ensures(__CPROVER_return_value == 12) {
  static const int inner = 3; //=> static int inner = 3;
  static const struct { int a, b; } pair = {2, 3}; //=> static struct { int a, b; } pair = {2, 3};
  static const int table[] = {5, 7};
  return inner + pair.a + table[1]; //=> return inner + pair.a + table[0];
}

int outside(void) __CPROVER_assigns() __CPROVER_ensures(__CPROVER_return_value == 4) { return outer; }

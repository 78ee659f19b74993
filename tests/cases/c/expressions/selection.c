// rmt: check --check none => safe
#define KIND(x) _Generic((x), int: 1, long: 2, default: 3)
void __VERIFIER_assert(int);

int main(void) {
  int i = 0;
  long l = 0;
  char c = 0;
  __VERIFIER_assert(KIND(i) == 1 && KIND(l) == 2 && KIND(c) == 3);  //=> __VERIFIER_assert(KIND(i) == 1 && KIND(c) == 1);
  __VERIFIER_assert(__builtin_choose_expr(1, 5, (void)0) == 5);  //=> __VERIFIER_assert(__builtin_choose_expr(0, 5, 6) == 5);
  __VERIFIER_assert(__builtin_types_compatible_p(int, signed));  //=> __VERIFIER_assert(__builtin_types_compatible_p(int, long));
  return 0;
}

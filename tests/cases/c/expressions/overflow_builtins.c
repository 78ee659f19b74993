// rmt: check --check none => safe
void __VERIFIER_assert(int);

int main(void) {
  unsigned r;
  int s;
  long t;
  __VERIFIER_assert(__builtin_add_overflow(4294967295u, 2u, &r) && r == 1);  //=> __VERIFIER_assert(__builtin_add_overflow(4294967295u, 0u, &r));
  __VERIFIER_assert(!__builtin_mul_overflow(3, 4, &s) && s == 12);  //=> __VERIFIER_assert(!__builtin_smul_overflow(3000000, 4000, &s));
  __VERIFIER_assert(__builtin_usub_overflow(1, 2, &r) && r == 4294967295u);
  __VERIFIER_assert(!__builtin_saddl_overflow(2147483647, 1, &t) && t == 2147483648);
  return 0;
}

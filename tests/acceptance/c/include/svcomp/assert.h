/* What tasks of SV-COMP find under this name beside them. */
void abort(void);
int __VERIFIER_nondet_int(void);
void reach_error(void) {}

void assume_abort_if_not(int holds) {
  if (!holds) abort();
}

void __VERIFIER_assert(int holds) {
  if (!holds) {
    reach_error();
    abort();
  }
}

// rmt: check => safe
void __ESBMC_assume(_Bool);
void __ESBMC_assert(_Bool, const char *);
void __SEA_assume(int);
void __SEA_assert(int);
int nondet_int(void);

int main(void) {
  int n = nondet_int();
  __ESBMC_assume(n > 3);
  __SEA_assume(n < 6);
  __ESBMC_assert(n == 4 || n == 5, "one of two"); //=> (not natively) __ESBMC_assert(n == 4, "one of two");
  __SEA_assert(n > 0); //=> (not natively) __SEA_assert(n > 4);
}

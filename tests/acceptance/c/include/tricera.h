/* What TriCera knows without a declaration. Its calloc has one argument. */
#include <assert.h>
#include <stdlib.h>
void __VERIFIER_assume(int condition);
int __VERIFIER_nondet_int(void);
#define assume(condition) __VERIFIER_assume(condition)
#define calloc(size) (calloc)(1, size)
#define _ __VERIFIER_nondet_int()

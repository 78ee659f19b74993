/* <errno.h>: each thread has a number of its own, which no function sets to zero. */

_Thread_local int __rmt_errno;

int *__errno_location(void) { return &__rmt_errno; }

/* A call that fails. */
void __rmt_errno_some(void) {
  int number = __VERIFIER_nondet_int();
  __VERIFIER_assume(number > 0);
  __rmt_errno = number;
}

/* One that may, or that may leave a number behind in any case (C17 7.5p3). */
void __rmt_errno_any(void) {
  int number = __VERIFIER_nondet_int();
  if (number > 0) __rmt_errno = number;
}

void __rmt_errno_is(int number) { __rmt_errno = number; }

void __rmt_errno_perhaps(int number) {
  if (__VERIFIER_nondet_int()) __rmt_errno = number;
}

#define NUMBER_RANGE 34
#define NUMBER_INVALID 22

/* What models say of it, where programs ask. */
#if ERRNO
#define FAILS_IF(CONDITION, NUMBER) ((CONDITION) ? __rmt_errno_is(NUMBER) : (void)0)
#define MAY_FAIL_IF(CONDITION, NUMBER) ((CONDITION) ? __rmt_errno_perhaps(NUMBER) : (void)0)
#else
#define FAILS_IF(CONDITION, NUMBER) (void)0
#define MAY_FAIL_IF(CONDITION, NUMBER) (void)0
#endif

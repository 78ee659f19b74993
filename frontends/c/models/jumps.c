/* <setjmp.h>: a call of setjmp has a number, which its buffer holds. A jump to that number leaves functions until one has it: calls that may
   come to a jump are followed by a look at this. */

#if JUMPS
unsigned long __rmt_jumps;
_Thread_local unsigned long __rmt_jumping;
_Thread_local int __rmt_jumps_with;

unsigned long __rmt_set_jump(unsigned long *buffer) {
  __VERIFIER_atomic_begin();
  unsigned long number = __rmt_jumps + 1;
  __rmt_jumps = number;
  __VERIFIER_atomic_end();
  *buffer = number;
  return number;
}

void longjmp(unsigned long *buffer, int value) {
  unsigned long number = *buffer;
  __rmt_check(number != 0, "a jump to where setjmp was not called");
  __rmt_jumps_with = value ? value : 1;
  __rmt_jumping = number;
}

void _longjmp(unsigned long *buffer, int value) { longjmp(buffer, value); }

void siglongjmp(unsigned long *buffer, int value) { longjmp(buffer, value); }

/* Nobody has the number. */
void __rmt_end_jumps(void) { __rmt_check(!__rmt_jumping, "a jump into a function that has returned"); }
#define END_JUMPS __rmt_end_jumps();
#else
#define END_JUMPS
#endif

/* <setjmp.h>: an activation of a function that calls setjmp has a number, which the buffer holds, and which of the calls it is. A jump to
   that number leaves functions until one has it: calls that may come to a jump are followed by a look at this. */

#if JUMPS
unsigned long __rmt_jumps;
_Thread_local unsigned long __rmt_jumping;
_Thread_local unsigned long __rmt_jumps_to;
_Thread_local int __rmt_jumps_with;

/* The number of the activation, which is made with its first call. */
unsigned long __rmt_set_jump(unsigned long *buffer, unsigned long number, unsigned long place, int masks) {
  if (!number) {
    __VERIFIER_atomic_begin();
    number = __rmt_jumps + 1;
    __rmt_jumps = number;
    __VERIFIER_atomic_end();
  }
  buffer[0] = number;
  buffer[1] = place;
#if RAISES
  buffer[2] = masks ? 1 : 0;
  buffer[3] = (unsigned long)rmt_innermost;
#endif
  return number;
}

void longjmp(unsigned long *buffer, int value) {
  unsigned long number = buffer[0];
#if RMT_ANY_NUMBERS
  /* Which buffers callers pass is up to them. */
  __VERIFIER_assume(number != 0);
#else
  __rmt_check(number != 0, "a jump to where setjmp was not called");
#endif
  unsigned long place = buffer[1];
#if RAISES
  if (buffer[2]) leave_handlers((int)buffer[3]);
#endif
  __rmt_jumps_to = place;
  __rmt_jumps_with = value ? value : 1;
  __rmt_jumping = number;
}

void _longjmp(unsigned long *buffer, int value) { longjmp(buffer, value); }

void siglongjmp(unsigned long *buffer, int value) { longjmp(buffer, value); }

/* Nobody has the number. */
void __rmt_end_jumps(void) {
#if RMT_ANY_NUMBERS
  __VERIFIER_assume(!__rmt_jumping);
#else
  __rmt_check(!__rmt_jumping, "a jump into a function that has returned");
#endif
}
#define END_JUMPS __rmt_end_jumps();
#else
#define END_JUMPS
#endif

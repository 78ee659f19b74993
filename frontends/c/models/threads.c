/* POSIX threads and <threads.h>, of what a program can see of them: who may go on. What waits is an assumption, so a
   program that waits for ever does nothing more. What these functions keep for themselves is accessed in atomic
   sections: it does not race. */

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __rmt_check(int, const char *);
void __rmt_granted(const char *);

/* Threads are numbered from 1; the one that begins is 0. */
unsigned long __rmt_threads;
int __rmt_ended[64];
int __rmt_joined[64];
void *__rmt_results[64];
_Thread_local unsigned long __rmt_own;

/* Deadlocks. A thread that has to wait may say that it waits for ever: what it waits for must not come from then on, and
   the last one to say so finds that no thread can move. */
int __rmt_alive = 1;
int __rmt_stuck;
int __rmt_awaited[64];

void __rmt_wait_for_ever(void) {
  __rmt_stuck++;
  __rmt_check(__rmt_stuck < __rmt_alive, "deadlock: every thread waits for another");
  __VERIFIER_atomic_end();
  __VERIFIER_assume(0);
}

/* Cancellation, deferred. What a thread waits for ends when it is cancelled, in the functions that are cancellation
   points. Its handlers are those of `pthread_cleanup_push`, which run at its end, the last first. */
int __rmt_keeps_on[64];
int __rmt_asynchronous[64];
#if CANCELS
int __rmt_cancelled[64];
int __rmt_ends_waiting[64];
void __rmt_cancel_now(void);
#define IS_CANCELLED (__rmt_cancelled[__rmt_own] && !__rmt_keeps_on[__rmt_own])
#define END_IF_CANCELLED { if (IS_CANCELLED) __rmt_cancel_now(); }
#define CANCEL_ENDS_WAITING { __rmt_ends_waiting[__rmt_own] = 1; }
#else
#define IS_CANCELLED 0
#define END_IF_CANCELLED {}
#define CANCEL_ENDS_WAITING {}
#endif
#if HANDLES
unsigned __rmt_handlers[64];
void (*__rmt_handler[64][1024])(void *);
void *__rmt_handled[64][1024];

void __rmt_push_handler(void (*run)(void *), void *argument) {
  unsigned number = __rmt_handlers[__rmt_own];
  __rmt_granted("no thread has more than 1024 handlers of pthread_cleanup_push at once");
  __VERIFIER_assume(number < 1024);
  __rmt_handler[__rmt_own][number] = run;
  __rmt_handled[__rmt_own][number] = argument;
  __rmt_handlers[__rmt_own] = number + 1;
}

void __pthread_unregister_cancel(void *buffer) { __rmt_handlers[__rmt_own]--; }

void __pthread_unwind_next(void *buffer) { __VERIFIER_assume(0); }

/* As they are declared where headers are older. */
void _pthread_cleanup_push(void *buffer, void (*run)(void *), void *argument) { __rmt_push_handler(run, argument); }

void _pthread_cleanup_pop(void *buffer, int runs) {
  unsigned number = --__rmt_handlers[__rmt_own];
  if (runs) __rmt_handler[__rmt_own][number](__rmt_handled[__rmt_own][number]);
}

void __rmt_run_handlers(void) {
  while (__rmt_handlers[__rmt_own] > 0) _pthread_cleanup_pop(0, 1);
}
#endif

/* Where locks say of which kind they are, and that they are awaited, and variables, by how many: in words that are numbers to those who
   initialise them. */
#if __SIZEOF_POINTER__ == 8
#define AWAITED 3
#define KIND 4
#else
#define AWAITED 5
#define KIND 3
#endif
#define WAITING 8
#define AWAITED_CONDITION 9
/* What is awaited is said where it is, for a pointer to it would take the parts of a lock for those of others. */
#define WAIT_FOR_EVER(awaited) { (awaited) = 1; __rmt_wait_for_ever(); }

/* In an atomic section: the thread goes on if a condition holds, which a later step of others may make true. */
#if CHECKS_DEADLOCK
#define WAIT_UNTIL(condition, awaited)                                      \
  {                                                                         \
    if (!(condition) && __VERIFIER_nondet_int()) WAIT_FOR_EVER(awaited)       \
    __VERIFIER_assume(condition);                                           \
  }
#define WAKE(awaited) __VERIFIER_assume(!(awaited))
#else
#define WAIT_UNTIL(condition, awaited) { __VERIFIER_assume(condition); }
#define WAKE(awaited) {}
#endif
/* The same in a cancellation point. */
#define WAIT_OR_END(condition, awaited)                                            \
  {                                                                                \
    if (CHECKS_DEADLOCK && !(condition) && !IS_CANCELLED && __VERIFIER_nondet_int()) { \
      CANCEL_ENDS_WAITING                                                          \
      WAIT_FOR_EVER(awaited)                                                       \
    }                                                                              \
    __VERIFIER_assume((condition) || IS_CANCELLED);                                \
    END_IF_CANCELLED                                                               \
  }
/* The object that a function is given must be there, also where the model needs nothing of it: a place is read that is never written while
   threads share it. */
#define IS_THERE(place) { int there = (place); }
#if CHECKS_LOCKS
#define LOCK_RULE(condition, text) __rmt_check(condition, text)
#else
#define LOCK_RULE(condition, text) {}
#endif

/* A thread that has called pthread_exit leaves its functions, whose variables die: calls that may come to that are followed
   by a look at this. What it gives to whoever joins it. */
#if UNWINDS
_Thread_local int __rmt_leaving;
void *__rmt_left_with[64];
#endif

/* Values of keys, and what is called with them when a thread ends: as long as there are any, up to four times. */
#if KEYS
unsigned __rmt_keys;
unsigned __rmt_deleted;
void *__rmt_values[64][1024];
void (*__rmt_destructors[1024])(void *);

int __rmt_end_keys_once(unsigned keys) {
  int is_called = 0;
  for (unsigned key = 0; key < keys; key++) {
    void *value = __rmt_values[__rmt_own][key];
    __VERIFIER_atomic_begin();
    void (*destroy)(void *) = __rmt_destructors[key];
    __VERIFIER_atomic_end();
    if (!value || !destroy) continue;
    __rmt_values[__rmt_own][key] = 0;
    destroy(value);
    is_called = 1;
  }
  return is_called;
}

void __rmt_end_keys(void) {
  __VERIFIER_atomic_begin();
  unsigned keys = __rmt_keys;
  __VERIFIER_atomic_end();
  if (keys == 0) return;
  if (__rmt_end_keys_once(keys) && __rmt_end_keys_once(keys) && __rmt_end_keys_once(keys)) __rmt_end_keys_once(keys);
}
#endif

void __rmt_end_thread(void *result) {
  unsigned long number = __rmt_own;
#if KEYS
  __rmt_end_keys();
#endif
  __VERIFIER_atomic_begin();
  __rmt_results[number] = result;
  __rmt_ended[number] = 1;
  WAKE(__rmt_awaited[number]);
#if CHECKS_DEADLOCK || ENDS
  __rmt_alive--;
#endif
#if CHECKS_DEADLOCK
  __rmt_check(__rmt_alive == 0 || __rmt_stuck < __rmt_alive, "deadlock: every thread waits for another");
#endif
  __VERIFIER_atomic_end();
}

#if UNWINDS
#define RESULT_OF(call)                           \
  void *result = (call);                          \
  if (__rmt_leaving) {                            \
    __rmt_leaving = 0;                            \
    result = __rmt_left_with[__rmt_own];          \
  }
#else
#define RESULT_OF(call) void *result = (call);
#endif

/* What a new thread does: a call of this is asynchronous. */
void __rmt_thread(void *(*run)(void *), void *argument, unsigned long number) {
  __rmt_own = number;
  RESULT_OF(run(argument))
  END_JUMPS
  __rmt_end_thread(result);
  END_JUMPS
}

/* The same for <threads.h>. */
void __rmt_thread_c11(int (*run)(void *), void *argument, unsigned long number) {
  __rmt_own = number;
  RESULT_OF((void *)(long)run(argument))
  END_JUMPS
  __rmt_end_thread(result);
  END_JUMPS
}

unsigned long __rmt_new_thread(void) {
  __VERIFIER_atomic_begin();
  unsigned long number = __rmt_threads + 1;
  __rmt_threads = number;
#if CHECKS_DEADLOCK || ENDS
  __rmt_alive++;
#endif
  __VERIFIER_atomic_end();
  __VERIFIER_assume(number < 64);
  return number;
}

int pthread_create(unsigned long *thread, const void *attributes, void *(*run)(void *), void *argument) {
  unsigned long number = __rmt_new_thread();
  *thread = number;
  __rmt_thread(run, argument, number);
  return 0;
}

int pthread_join(unsigned long thread, void **result) {
  int is_own = thread == __rmt_own;
  __VERIFIER_atomic_begin();
  LOCK_RULE(!__rmt_joined[thread], "a thread is joined that was joined or detached before");
  WAIT_OR_END(is_own || __rmt_ended[thread], __rmt_awaited[thread])
  __rmt_joined[thread] = 1;
  __VERIFIER_atomic_end();
  if (result) *result = __rmt_results[thread];
  return is_own ? 35 : 0;
}

#if UNWINDS
/* The first thread has left its functions. What runs when the program ends comes when the last thread has ended. */
void __rmt_end_first(void) {
  __rmt_leaving = 0;
  __rmt_end_thread(__rmt_left_with[0]);
#if ENDS
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(__rmt_alive == 0);
  __VERIFIER_atomic_end();
#else
  __VERIFIER_assume(0);
#endif
}
#endif

void pthread_exit(void *result) {
#if CANCELS
  __rmt_keeps_on[__rmt_own] = 1;
#endif
#if HANDLES
  __rmt_run_handlers();
#endif
#if UNWINDS
  __rmt_left_with[__rmt_own] = result;
  __rmt_leaving = 1;
#else
  __rmt_end_thread(result);
  __VERIFIER_assume(0);
#endif
}

int pthread_tryjoin_np(unsigned long thread, void **result) {
  if (thread == __rmt_own) return 35;
  __VERIFIER_atomic_begin();
  int has_ended = __rmt_ended[thread];
  if (has_ended) __rmt_joined[thread] = 1;
  __VERIFIER_atomic_end();
  if (!has_ended) return 16;
  if (result) *result = __rmt_results[thread];
  return 0;
}

int pthread_timedjoin_np(unsigned long thread, void **result, const void *time) {
  if (pthread_tryjoin_np(thread, result) == 0) return 0;
  return __VERIFIER_nondet_int() ? 110 : pthread_join(thread, result);
}

int pthread_clockjoin_np(unsigned long thread, void **result, int clock, const void *time) {
  return pthread_timedjoin_np(thread, result, time);
}

#if CANCELS
void __rmt_cancel_now(void) {
  __VERIFIER_atomic_end();
  pthread_exit((void *)-1);
}

int pthread_cancel(unsigned long thread) {
  __VERIFIER_atomic_begin();
  __rmt_cancelled[thread] = 1;
  WAKE(__rmt_ends_waiting[thread] && !__rmt_keeps_on[thread]);
  __VERIFIER_atomic_end();
  return 0;
}
#endif

void pthread_testcancel(void) {
  __VERIFIER_atomic_begin();
  END_IF_CANCELLED
  __VERIFIER_atomic_end();
}

/* Functions that may be cancellation points, or not. */
void __rmt_may_cancel(void) {
  if (__VERIFIER_nondet_int()) pthread_testcancel();
}

int pthread_setcancelstate(int state, int *before) {
  if (before) *before = __rmt_keeps_on[__rmt_own];
  __VERIFIER_atomic_begin();
  __rmt_keeps_on[__rmt_own] = state;
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_setcanceltype(int type, int *before) {
  __rmt_granted("threads are cancelled at cancellation points alone");
  if (before) *before = __rmt_asynchronous[__rmt_own];
  __rmt_asynchronous[__rmt_own] = type;
  return 0;
}

unsigned long pthread_self(void) { return __rmt_own; }

int pthread_equal(unsigned long one, unsigned long other) { return one == other; }

int pthread_detach(unsigned long thread) {
  __VERIFIER_atomic_begin();
  int result = thread > __rmt_threads || __rmt_joined[thread] ? 3 : 0;
  if (result == 0) __rmt_joined[thread] = 1;
  __VERIFIER_atomic_end();
  return result;
}

int pthread_yield(void) { return 0; }

int sched_yield(void) { return 0; }

int pthread_setconcurrency(int level) { return 0; }

/* Mutexes: [0] is held, [1] how often, [2] by whom, [4] 0 normal, 1 recursive, 2 checked for errors, [5] is awaited. */

int pthread_mutexattr_init(int *attributes) {
  *attributes = 0;
  return 0;
}

int pthread_mutexattr_settype(int *attributes, int kind) {
  *attributes = kind;
  return 0;
}

int pthread_mutexattr_gettype(const int *attributes, int *kind) {
  *kind = *attributes;
  return 0;
}

int pthread_mutexattr_destroy(int *attributes) { return 0; }

int pthread_mutexattr_setpshared(int *attributes, int shared) { return 0; }

int pthread_mutexattr_setprotocol(int *attributes, int protocol) { return 0; }

int pthread_mutexattr_setprioceiling(int *attributes, int ceiling) { return 0; }

int pthread_mutex_init(int *mutex, const int *attributes) {
  mutex[0] = 0;
  mutex[1] = 0;
  mutex[2] = 0;
  mutex[KIND] = attributes ? *attributes : 0;
  if (CHECKS_DEADLOCK) mutex[AWAITED] = 0;
  return 0;
}

int pthread_mutex_destroy(int *mutex) {
  IS_THERE(mutex[KIND])
  LOCK_RULE(!mutex[0], "a mutex is destroyed while a thread holds it");
  return 0;
}

int pthread_mutex_lock(int *mutex) {
  int result = 0;
  __VERIFIER_atomic_begin();
  if (mutex[KIND] != 0 && mutex[0] && mutex[2] == (int)__rmt_own) {
    if (mutex[KIND] == 1)
      mutex[1]++;
    else
      result = 35;
  } else {
    LOCK_RULE(!mutex[0] || mutex[2] != (int)__rmt_own, "a thread locks a mutex that it holds");
    WAIT_UNTIL(!mutex[0], mutex[AWAITED])
    mutex[0] = 1;
    mutex[2] = (int)__rmt_own;
  }
  __VERIFIER_atomic_end();
  return result;
}

int pthread_mutex_trylock(int *mutex) {
  int result = 0;
  __VERIFIER_atomic_begin();
  if (!mutex[0]) {
    mutex[0] = 1;
    mutex[2] = (int)__rmt_own;
  } else if (mutex[KIND] == 1 && mutex[2] == (int)__rmt_own)
    mutex[1]++;
  else
    result = 16;
  __VERIFIER_atomic_end();
  return result;
}

/* No time is up before the lock is looked at. */
int pthread_mutex_timedlock(int *mutex, const void *time) {
  int result = 0;
  __VERIFIER_atomic_begin();
  if (mutex[KIND] != 0 && mutex[0] && mutex[2] == (int)__rmt_own) {
    if (mutex[KIND] == 1)
      mutex[1]++;
    else
      result = 35;
  } else if (mutex[0] && __VERIFIER_nondet_int())
    result = 110;
  else {
    __VERIFIER_assume(!mutex[0]);
    mutex[0] = 1;
    mutex[2] = (int)__rmt_own;
  }
  __VERIFIER_atomic_end();
  return result;
}

int pthread_mutex_clocklock(int *mutex, int clock, const void *time) { return pthread_mutex_timedlock(mutex, time); }

int pthread_mutex_unlock(int *mutex) {
  int result = 0;
  __VERIFIER_atomic_begin();
  if (mutex[KIND] != 0 && (!mutex[0] || mutex[2] != (int)__rmt_own))
    result = 1;
  else if (mutex[KIND] == 1 && mutex[1] > 0)
    mutex[1]--;
  else {
    LOCK_RULE(mutex[0], "a mutex is unlocked that no thread holds");
    LOCK_RULE(mutex[2] == (int)__rmt_own, "a mutex is unlocked that another thread holds");
    mutex[0] = 0;
    WAKE(mutex[AWAITED]);
  }
  __VERIFIER_atomic_end();
  return result;
}

/* Spin locks: one more than the number of the thread that holds it. */

int pthread_spin_init(volatile int *lock, int shared) {
  *lock = 0;
  return 0;
}

int pthread_spin_destroy(volatile int *lock) {
  __VERIFIER_atomic_begin();
  IS_THERE(*lock)
  LOCK_RULE(*lock == 0, "a spin lock is destroyed while a thread holds it");
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_spin_lock(volatile int *lock) {
  __VERIFIER_atomic_begin();
  LOCK_RULE(*lock != (int)__rmt_own + 1, "a thread locks a spin lock that it holds");
  __VERIFIER_assume(*lock == 0);
  *lock = (int)__rmt_own + 1;
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_spin_trylock(volatile int *lock) {
  __VERIFIER_atomic_begin();
  int held = *lock;
  if (!held) *lock = (int)__rmt_own + 1;
  __VERIFIER_atomic_end();
  return held ? 16 : 0;
}

int pthread_spin_unlock(volatile int *lock) {
  __VERIFIER_atomic_begin();
  LOCK_RULE(*lock, "a spin lock is unlocked that no thread holds");
  LOCK_RULE(*lock == (int)__rmt_own + 1, "a spin lock is unlocked that another thread holds");
  *lock = 0;
  __VERIFIER_atomic_end();
  return 0;
}

/* Condition variables: [2] is awaited by who waits for ever. Others wait for a signal that is theirs, and are counted in [0] until it
   comes; or they wake up by a broadcast or without cause, as POSIX lets them, which may be at any time. A signal is one of those who are
   counted; if there is none, nobody can wait for ever. Behind the wait, the variable may be no more. */
#if CHECKS_DEADLOCK
void *__rmt_waits[64];
#endif

int pthread_condattr_init(void *attributes) { return 0; }

int pthread_condattr_destroy(void *attributes) { return 0; }

int pthread_condattr_setclock(void *attributes, int clock) { return 0; }

int pthread_condattr_setpshared(void *attributes, int shared) { return 0; }

int pthread_cond_init(int *condition, const void *attributes) {
  IS_THERE(condition[7])
#if CHECKS_DEADLOCK
  condition[WAITING] = 0;
  condition[AWAITED_CONDITION] = 0;
#endif
  return 0;
}

int pthread_cond_destroy(int *condition) {
  IS_THERE(condition[7])
  return 0;
}

int pthread_cond_signal(int *condition) {
  IS_THERE(condition[7])
#if CHECKS_DEADLOCK
  __VERIFIER_atomic_begin();
  if (condition[WAITING] > 0) {
    int whose = __VERIFIER_nondet_int();
    __VERIFIER_assume(whose >= 0 && whose < 64 && __rmt_waits[whose] == (void *)condition);
    __rmt_waits[whose] = 0;
    condition[WAITING]--;
  } else
    WAKE(condition[AWAITED_CONDITION]);
  __VERIFIER_atomic_end();
#endif
  return 0;
}

int pthread_cond_broadcast(int *condition) {
  IS_THERE(condition[7])
#if CHECKS_DEADLOCK
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(condition[WAITING] == 0);
  WAKE(condition[AWAITED_CONDITION]);
  __VERIFIER_atomic_end();
#endif
  return 0;
}

void __rmt_wait_for_signal(int *condition, int *mutex, int for_ever) {
  __VERIFIER_atomic_begin();
  IS_THERE(condition[7])
  LOCK_RULE(mutex[0] && mutex[2] == (int)__rmt_own, "a thread waits with a mutex that it does not hold");
  mutex[0] = 0;
  WAKE(mutex[AWAITED]);
  if (CHECKS_DEADLOCK && for_ever && !IS_CANCELLED && __VERIFIER_nondet_int()) {
    CANCEL_ENDS_WAITING
    WAIT_FOR_EVER(condition[AWAITED_CONDITION])
  }
#if CHECKS_DEADLOCK
  int is_counted = __VERIFIER_nondet_int() != 0;
  if (is_counted) {
    condition[WAITING]++;
    __rmt_waits[__rmt_own] = condition;
  }
#endif
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
#if CHECKS_DEADLOCK
  __VERIFIER_assume(!is_counted || (!__rmt_waits[__rmt_own] && !IS_CANCELLED));
#endif
  WAIT_UNTIL(!mutex[0], mutex[AWAITED])
  mutex[0] = 1;
  mutex[2] = (int)__rmt_own;
  END_IF_CANCELLED
  __VERIFIER_atomic_end();
}

/* A mutex that is checked for errors says that it is not held. */
#if CHECKS_LOCKS
#define FAILS_UNLESS_HELD(mutex) { if ((mutex)[KIND] == 2 && (!(mutex)[0] || (mutex)[2] != (int)__rmt_own)) return 1; }
#else
#define FAILS_UNLESS_HELD(mutex) {}
#endif

int pthread_cond_wait(int *condition, int *mutex) {
  FAILS_UNLESS_HELD(mutex)
  __rmt_wait_for_signal(condition, mutex, 1);
  return 0;
}

int pthread_cond_timedwait(int *condition, int *mutex, const void *time) {
  FAILS_UNLESS_HELD(mutex)
  __rmt_wait_for_signal(condition, mutex, 0);
  return __VERIFIER_nondet_int() ? 110 : 0;
}

int pthread_cond_clockwait(int *condition, int *mutex, int clock, const void *time) {
  return pthread_cond_timedwait(condition, mutex, time);
}

/* Read-write locks: [0] counts the readers, [1] is held by a writer, [2] is awaited by a reader, [3] by a writer, [4] is the
   writer. Of readers, how many such locks a thread reads with is known, not which. */
#if CHECKS_LOCKS
_Thread_local int __rmt_reading;
#define READS(change) __rmt_reading += (change)
#define IS_WRITER(lock) lock[4] = (int)__rmt_own
#else
#define READS(change) {}
#define IS_WRITER(lock) {}
#endif

int pthread_rwlockattr_init(void *attributes) { return 0; }

int pthread_rwlockattr_destroy(void *attributes) { return 0; }

int pthread_rwlockattr_setpshared(void *attributes, int shared) { return 0; }

int pthread_rwlock_init(int *lock, const void *attributes) {
  lock[0] = 0;
  lock[1] = 0;
  if (CHECKS_DEADLOCK) {
    lock[2] = 0;
    lock[3] = 0;
  }
  return 0;
}

int pthread_rwlock_destroy(int *lock) {
  IS_THERE(lock[6])
  LOCK_RULE(!lock[0] && !lock[1], "a read-write lock is destroyed while a thread holds it");
  return 0;
}

int pthread_rwlock_rdlock(int *lock) {
  __VERIFIER_atomic_begin();
  WAIT_UNTIL(!lock[1], lock[2])
  lock[0]++;
  READS(1);
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_rwlock_tryrdlock(int *lock) {
  __VERIFIER_atomic_begin();
  int held = lock[1];
  if (!held) {
    lock[0]++;
    READS(1);
  }
  __VERIFIER_atomic_end();
  return held ? 16 : 0;
}

int pthread_rwlock_timedrdlock(int *lock, const void *time) {
  __VERIFIER_atomic_begin();
  int is_late = lock[1] && __VERIFIER_nondet_int();
  if (!is_late) {
    __VERIFIER_assume(!lock[1]);
    lock[0]++;
    READS(1);
  }
  __VERIFIER_atomic_end();
  return is_late ? 110 : 0;
}

int pthread_rwlock_clockrdlock(int *lock, int clock, const void *time) { return pthread_rwlock_timedrdlock(lock, time); }

int pthread_rwlock_wrlock(int *lock) {
  __VERIFIER_atomic_begin();
  WAIT_UNTIL(!lock[0] && !lock[1], lock[3])
  lock[1] = 1;
  IS_WRITER(lock);
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_rwlock_trywrlock(int *lock) {
  __VERIFIER_atomic_begin();
  int held = lock[0] || lock[1];
  if (!held) {
    lock[1] = 1;
    IS_WRITER(lock);
  }
  __VERIFIER_atomic_end();
  return held ? 16 : 0;
}

int pthread_rwlock_timedwrlock(int *lock, const void *time) {
  __VERIFIER_atomic_begin();
  int is_late = (lock[0] || lock[1]) && __VERIFIER_nondet_int();
  if (!is_late) {
    __VERIFIER_assume(!lock[0] && !lock[1]);
    lock[1] = 1;
    IS_WRITER(lock);
  }
  __VERIFIER_atomic_end();
  return is_late ? 110 : 0;
}

int pthread_rwlock_clockwrlock(int *lock, int clock, const void *time) { return pthread_rwlock_timedwrlock(lock, time); }

int pthread_rwlock_unlock(int *lock) {
  __VERIFIER_atomic_begin();
  LOCK_RULE(lock[0] || lock[1], "a read-write lock is unlocked that no thread holds");
  if (lock[1]) {
    LOCK_RULE(lock[4] == (int)__rmt_own, "a read-write lock is unlocked that another thread holds");
    lock[1] = 0;
  } else if (lock[0] > 0) {
    LOCK_RULE(__rmt_reading > 0, "a read-write lock is unlocked that another thread holds");
    READS(-1);
    lock[0]--;
  }
  WAKE(!lock[1] && lock[2]);
  WAKE(!lock[0] && !lock[1] && lock[3]);
  __VERIFIER_atomic_end();
  return 0;
}

/* Barriers: [0] have come, [1] counts the times that all were there, [2] make all, [3] is awaited. */

int pthread_barrierattr_init(void *attributes) { return 0; }

int pthread_barrierattr_destroy(void *attributes) { return 0; }

int pthread_barrierattr_setpshared(void *attributes, int shared) { return 0; }

int pthread_barrier_init(int *barrier, const void *attributes, unsigned count) {
  if (count == 0) return 22;
  barrier[0] = 0;
  barrier[1] = 0;
  barrier[2] = (int)count;
  if (CHECKS_DEADLOCK) barrier[3] = 0;
  return 0;
}

int pthread_barrier_destroy(int *barrier) {
  IS_THERE(barrier[4])
  return 0;
}

int pthread_barrier_wait(int *barrier) {
  __VERIFIER_atomic_begin();
  int before = barrier[1], is_last = barrier[0] + 1 == barrier[2];
  barrier[0] = is_last ? 0 : barrier[0] + 1;
  if (is_last) {
    barrier[1] = before == __INT_MAX__ ? 0 : before + 1;
    WAKE(barrier[3]);
  }
  __VERIFIER_atomic_end();
  if (is_last) return -1;
  __VERIFIER_atomic_begin();
  WAIT_UNTIL(barrier[1] != before, barrier[3])
  __VERIFIER_atomic_end();
  return 0;
}

/* Semaphores: [0] is the value, [1] is awaited. */

int sem_init(int *semaphore, int shared, unsigned value) {
  semaphore[0] = (int)value;
  if (CHECKS_DEADLOCK) semaphore[1] = 0;
  return 0;
}

int sem_destroy(int *semaphore) {
  IS_THERE(semaphore[3])
  return 0;
}

int sem_wait(int *semaphore) {
  __VERIFIER_atomic_begin();
  WAIT_OR_END(semaphore[0] > 0, semaphore[1])
  semaphore[0]--;
  __VERIFIER_atomic_end();
  return 0;
}

int sem_timedwait(int *semaphore, const void *time) {
  __VERIFIER_atomic_begin();
  int is_late = semaphore[0] == 0 && !IS_CANCELLED && __VERIFIER_nondet_int();
  if (!is_late) {
    __VERIFIER_assume(semaphore[0] > 0 || IS_CANCELLED);
    END_IF_CANCELLED
    semaphore[0]--;
  }
  __VERIFIER_atomic_end();
  /* It was too long, or the time was none, or a signal came: ETIMEDOUT, EINVAL, EINTR. */
  FAILS_IF(is_late, __VERIFIER_nondet_int() ? 110 : __VERIFIER_nondet_int() ? 22 : 4);
  return is_late ? -1 : 0;
}

int sem_clockwait(int *semaphore, int clock, const void *time) { return sem_timedwait(semaphore, time); }

int sem_trywait(int *semaphore) {
  __VERIFIER_atomic_begin();
  int is_free = semaphore[0] > 0;
  if (is_free) semaphore[0]--;
  __VERIFIER_atomic_end();
  /* EAGAIN */
  FAILS_IF(!is_free, 11);
  return is_free ? 0 : -1;
}

int sem_post(int *semaphore) {
  __VERIFIER_atomic_begin();
  int fits = semaphore[0] < __INT_MAX__;
  if (fits) {
    semaphore[0]++;
    WAKE(semaphore[1]);
  }
  __VERIFIER_atomic_end();
  /* EOVERFLOW */
  FAILS_IF(!fits, 75);
  return fits ? 0 : -1;
}

int sem_getvalue(int *semaphore, int *value) {
  __VERIFIER_atomic_begin();
  int now = semaphore[0];
  __VERIFIER_atomic_end();
  *value = now;
  return 0;
}

/* 0: not yet, 1: at it, 2: done, 3: at it, and a thread waits for ever. */
int pthread_once(int *once, void (*run)(void)) {
  __VERIFIER_atomic_begin();
  int before = *once;
  if (before == 0) *once = 1;
  __VERIFIER_atomic_end();
  if (before == 0) {
    run();
    __VERIFIER_atomic_begin();
    WAKE(*once == 3);
    *once = 2;
    __VERIFIER_atomic_end();
  } else {
    __VERIFIER_atomic_begin();
    if (CHECKS_DEADLOCK && *once != 2 && __VERIFIER_nondet_int()) {
      *once = 3;
      __rmt_wait_for_ever();
    }
    __VERIFIER_assume(*once == 2);
    __VERIFIER_atomic_end();
  }
  return 0;
}

#if KEYS
int pthread_key_create(unsigned *key, void (*destroy)(void *)) {
  __VERIFIER_atomic_begin();
  unsigned number = __rmt_keys;
  __rmt_granted("keys that are deleted count as long as the program runs: it makes up to 1024 if it deletes any");
  __VERIFIER_assume(number < 1024 || !__rmt_deleted);
  if (number < 1024) {
    __rmt_keys = number + 1;
    __rmt_destructors[number] = destroy;
  }
  __VERIFIER_atomic_end();
  if (number == 1024) return 11;
  *key = number;
  return 0;
}

int pthread_key_delete(unsigned key) {
  __VERIFIER_atomic_begin();
  __rmt_destructors[key] = 0;
  __rmt_deleted = 1;
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_setspecific(unsigned key, const void *value) {
  __rmt_values[__rmt_own][key] = (void *)value;
  return 0;
}

void *pthread_getspecific(unsigned key) { return __rmt_values[__rmt_own][key]; }

int tss_create(unsigned *key, void (*destroy)(void *)) { return pthread_key_create(key, destroy) ? 2 : 0; }

void tss_delete(unsigned key) { pthread_key_delete(key); }

int tss_set(unsigned key, void *value) { return pthread_setspecific(key, value); }

void *tss_get(unsigned key) { return pthread_getspecific(key); }
#endif

/* <threads.h>: results are thrd_success 0, thrd_busy 1, thrd_error 2, thrd_timedout 4. */

int thrd_create(unsigned long *thread, int (*run)(void *), void *argument) {
  unsigned long number = __rmt_new_thread();
  *thread = number;
  __rmt_thread_c11(run, argument, number);
  return 0;
}

int thrd_join(unsigned long thread, int *result) {
  void *value;
  if (pthread_join(thread, &value)) return 2;
  if (result) *result = (int)(long)value;
  return 0;
}

void thrd_exit(int result) { pthread_exit((void *)(long)result); }

unsigned long thrd_current(void) { return __rmt_own; }

int thrd_equal(unsigned long one, unsigned long other) { return one == other; }

int thrd_detach(unsigned long thread) { return pthread_detach(thread) ? 2 : 0; }

void thrd_yield(void) { return; }

int thrd_sleep(const struct rmt_timespec *time, struct rmt_timespec *rest) { return nanosleep(time, rest); }

int mtx_init(int *mutex, int kind) {
  mutex[0] = 0;
  mutex[1] = 0;
  mutex[KIND] = kind & 1;
  if (CHECKS_DEADLOCK) mutex[AWAITED] = 0;
  return 0;
}

void mtx_destroy(int *mutex) { pthread_mutex_destroy(mutex); }

int mtx_lock(int *mutex) { return pthread_mutex_lock(mutex) ? 2 : 0; }

int mtx_trylock(int *mutex) { return pthread_mutex_trylock(mutex) ? 1 : 0; }

int mtx_timedlock(int *mutex, const void *time) {
  int result = pthread_mutex_timedlock(mutex, time);
  return result == 110 ? 4 : result ? 2 : 0;
}

int mtx_unlock(int *mutex) { return pthread_mutex_unlock(mutex) ? 2 : 0; }

int cnd_init(int *condition) { return pthread_cond_init(condition, 0); }

void cnd_destroy(int *condition) { pthread_cond_destroy(condition); }

int cnd_signal(int *condition) { return pthread_cond_signal(condition); }

int cnd_broadcast(int *condition) { return pthread_cond_broadcast(condition); }

int cnd_wait(int *condition, int *mutex) { return pthread_cond_wait(condition, mutex); }

int cnd_timedwait(int *condition, int *mutex, const void *time) {
  return pthread_cond_timedwait(condition, mutex, time) ? 4 : 0;
}

void call_once(int *once, void (*run)(void)) { pthread_once(once, run); }

/* To the thread itself it is as raised. Of another one, 0 asks whether it is there. */
int pthread_kill(unsigned long thread, int number) {
  if (number < 0 || number > 64) return 22;
  if (number == 0) return __VERIFIER_nondet_int() ? 3 : 0;
  if (thread == __rmt_own) return raise(number);
  __rmt_granted("signals that are sent to other threads do nothing");
  return 0;
}

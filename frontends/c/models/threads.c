/* POSIX threads and <threads.h>, of what a program can see of them: who may go on. What waits is an assumption, so a
   program that waits for ever does nothing more. */

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

/* Threads are numbered from 1; the one that begins is 0. */
unsigned long __rmt_threads;
int __rmt_ended[64];
int __rmt_joined[64];
void *__rmt_results[64];
_Thread_local unsigned long __rmt_own;

/* What a new thread does: a call of this is asynchronous. */
void __rmt_thread(void *(*run)(void *), void *argument, unsigned long number) {
  __rmt_own = number;
  void *result = run(argument);
  __rmt_results[number] = result;
  __rmt_ended[number] = 1;
}

/* The same for <threads.h>. */
void __rmt_thread_c11(int (*run)(void *), void *argument, unsigned long number) {
  __rmt_own = number;
  long result = run(argument);
  __rmt_results[number] = (void *)result;
  __rmt_ended[number] = 1;
}

unsigned long __rmt_new_thread(void) {
  __VERIFIER_atomic_begin();
  unsigned long number = __rmt_threads + 1;
  __rmt_threads = number;
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
  __VERIFIER_assume(__rmt_ended[thread]);
  if (result) *result = __rmt_results[thread];
  __rmt_joined[thread] = 1;
  return 0;
}

void pthread_exit(void *result) {
  __rmt_results[__rmt_own] = result;
  __rmt_ended[__rmt_own] = 1;
  __VERIFIER_assume(0);
}

unsigned long pthread_self(void) { return __rmt_own; }

int pthread_equal(unsigned long one, unsigned long other) { return one == other; }

int pthread_detach(unsigned long thread) { return thread > __rmt_threads || __rmt_joined[thread] ? 3 : 0; }

int pthread_yield(void) { return 0; }

int sched_yield(void) { return 0; }

int pthread_attr_init(void *attributes) { return 0; }

int pthread_attr_destroy(void *attributes) { return 0; }

int pthread_attr_setdetachstate(void *attributes, int state) { return 0; }

int pthread_attr_setstacksize(void *attributes, size_t size) { return 0; }

int pthread_attr_setscope(void *attributes, int scope) { return 0; }

int pthread_setconcurrency(int level) { return 0; }

/* Mutexes: [0] is held, [1] how often, [2] by whom, [4] 0 normal, 1 recursive, 2 checked for errors. */

int pthread_mutexattr_init(int *attributes) {
  *attributes = 0;
  return 0;
}

int pthread_mutexattr_settype(int *attributes, int kind) {
  *attributes = kind;
  return 0;
}

int pthread_mutexattr_destroy(int *attributes) { return 0; }

int pthread_mutex_init(int *mutex, const int *attributes) {
  mutex[0] = 0;
  mutex[1] = 0;
  mutex[2] = 0;
  mutex[4] = attributes ? *attributes : 0;
  return 0;
}

int pthread_mutex_destroy(int *mutex) { return 0; }

int pthread_mutex_lock(int *mutex) {
  int result = 0;
  __VERIFIER_atomic_begin();
  if (mutex[4] != 0 && mutex[0] && mutex[2] == (int)__rmt_own) {
    if (mutex[4] == 1)
      mutex[1]++;
    else
      result = 35;
  } else {
    __VERIFIER_assume(!mutex[0]);
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
  } else if (mutex[4] == 1 && mutex[2] == (int)__rmt_own)
    mutex[1]++;
  else
    result = 16;
  __VERIFIER_atomic_end();
  return result;
}

int pthread_mutex_timedlock(int *mutex, const void *time) {
  if (__VERIFIER_nondet_int()) return 110;
  return pthread_mutex_lock(mutex);
}

int pthread_mutex_unlock(int *mutex) {
  int result = 0;
  __VERIFIER_atomic_begin();
  if (mutex[4] != 0 && (!mutex[0] || mutex[2] != (int)__rmt_own))
    result = 1;
  else if (mutex[4] == 1 && mutex[1] > 0)
    mutex[1]--;
  else
    mutex[0] = 0;
  __VERIFIER_atomic_end();
  return result;
}

int pthread_spin_init(volatile int *lock, int shared) {
  *lock = 0;
  return 0;
}

int pthread_spin_destroy(volatile int *lock) { return 0; }

int pthread_spin_lock(volatile int *lock) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(*lock == 0);
  *lock = 1;
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_spin_trylock(volatile int *lock) {
  __VERIFIER_atomic_begin();
  int held = *lock;
  *lock = 1;
  __VERIFIER_atomic_end();
  return held ? 16 : 0;
}

int pthread_spin_unlock(volatile int *lock) {
  *lock = 0;
  return 0;
}

/* Condition variables: [0] counts the signals. A signal wakes all that wait, as it may. */

int pthread_condattr_init(void *attributes) { return 0; }

int pthread_condattr_destroy(void *attributes) { return 0; }

int pthread_cond_init(int *condition, const void *attributes) {
  condition[0] = 0;
  return 0;
}

int pthread_cond_destroy(int *condition) { return 0; }

int pthread_cond_signal(int *condition) {
  __VERIFIER_atomic_begin();
  condition[0] = condition[0] == __INT_MAX__ ? 0 : condition[0] + 1;
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_cond_broadcast(int *condition) { return pthread_cond_signal(condition); }

int pthread_cond_wait(int *condition, int *mutex) {
  __VERIFIER_atomic_begin();
  int before = condition[0];
  mutex[0] = 0;
  __VERIFIER_atomic_end();
  __VERIFIER_assume(condition[0] != before);
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(!mutex[0]);
  mutex[0] = 1;
  mutex[2] = (int)__rmt_own;
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_cond_timedwait(int *condition, int *mutex, const void *time) {
  if (!__VERIFIER_nondet_int()) return pthread_cond_wait(condition, mutex);
  pthread_mutex_unlock(mutex);
  pthread_mutex_lock(mutex);
  return 110;
}

/* Read-write locks: [0] counts the readers, [1] is held by a writer. */

int pthread_rwlock_init(int *lock, const void *attributes) {
  lock[0] = 0;
  lock[1] = 0;
  return 0;
}

int pthread_rwlock_destroy(int *lock) { return 0; }

int pthread_rwlock_rdlock(int *lock) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(!lock[1]);
  lock[0]++;
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_rwlock_tryrdlock(int *lock) {
  __VERIFIER_atomic_begin();
  int held = lock[1];
  if (!held) lock[0]++;
  __VERIFIER_atomic_end();
  return held ? 16 : 0;
}

int pthread_rwlock_wrlock(int *lock) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(!lock[0] && !lock[1]);
  lock[1] = 1;
  __VERIFIER_atomic_end();
  return 0;
}

int pthread_rwlock_trywrlock(int *lock) {
  __VERIFIER_atomic_begin();
  int held = lock[0] || lock[1];
  if (!held) lock[1] = 1;
  __VERIFIER_atomic_end();
  return held ? 16 : 0;
}

int pthread_rwlock_unlock(int *lock) {
  __VERIFIER_atomic_begin();
  if (lock[1])
    lock[1] = 0;
  else if (lock[0] > 0)
    lock[0]--;
  __VERIFIER_atomic_end();
  return 0;
}

/* Barriers: [0] have come, [1] counts the times that all were there, [2] make all. */

int pthread_barrier_init(int *barrier, const void *attributes, unsigned count) {
  if (count == 0) return 22;
  barrier[0] = 0;
  barrier[1] = 0;
  barrier[2] = (int)count;
  return 0;
}

int pthread_barrier_destroy(int *barrier) { return 0; }

int pthread_barrier_wait(int *barrier) {
  __VERIFIER_atomic_begin();
  int before = barrier[1], is_last = barrier[0] + 1 == barrier[2];
  barrier[0] = is_last ? 0 : barrier[0] + 1;
  if (is_last) barrier[1] = !before;
  __VERIFIER_atomic_end();
  if (is_last) return -1;
  __VERIFIER_assume(barrier[1] != before);
  return 0;
}

/* Semaphores: [0] is the value. */

int sem_init(int *semaphore, int shared, unsigned value) {
  semaphore[0] = (int)value;
  return 0;
}

int sem_destroy(int *semaphore) { return 0; }

int sem_wait(int *semaphore) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(semaphore[0] > 0);
  semaphore[0]--;
  __VERIFIER_atomic_end();
  return 0;
}

int sem_trywait(int *semaphore) {
  __VERIFIER_atomic_begin();
  int is_free = semaphore[0] > 0;
  if (is_free) semaphore[0]--;
  __VERIFIER_atomic_end();
  return is_free ? 0 : -1;
}

int sem_post(int *semaphore) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(semaphore[0] < __INT_MAX__);
  semaphore[0]++;
  __VERIFIER_atomic_end();
  return 0;
}

int sem_getvalue(int *semaphore, int *value) {
  *value = semaphore[0];
  return 0;
}

/* 0: not yet, 1: at it, 2: done. */
int pthread_once(int *once, void (*run)(void)) {
  __VERIFIER_atomic_begin();
  int before = *once;
  if (before == 0) *once = 1;
  __VERIFIER_atomic_end();
  if (before == 0) {
    run();
    *once = 2;
  } else
    __VERIFIER_assume(*once == 2);
  return 0;
}

/* Values of keys; destructors do not run. */
unsigned __rmt_keys;
void *__rmt_values[64][8];

int pthread_key_create(unsigned *key, void (*destroy)(void *)) {
  __VERIFIER_atomic_begin();
  unsigned number = __rmt_keys;
  __rmt_keys = number + 1;
  __VERIFIER_atomic_end();
  __VERIFIER_assume(number < 8);
  *key = number;
  return 0;
}

int pthread_key_delete(unsigned key) { return 0; }

int pthread_setspecific(unsigned key, const void *value) {
  __rmt_values[__rmt_own][key] = (void *)value;
  return 0;
}

void *pthread_getspecific(unsigned key) { return __rmt_values[__rmt_own][key]; }

/* <threads.h>: results are thrd_success 0, thrd_busy 1, thrd_error 2. */

int thrd_create(unsigned long *thread, int (*run)(void *), void *argument) {
  unsigned long number = __rmt_new_thread();
  *thread = number;
  __rmt_thread_c11(run, argument, number);
  return 0;
}

int thrd_join(unsigned long thread, int *result) {
  __VERIFIER_assume(__rmt_ended[thread]);
  if (result) *result = (int)(long)__rmt_results[thread];
  return 0;
}

void thrd_exit(int result) {
  __rmt_results[__rmt_own] = (void *)(long)result;
  __rmt_ended[__rmt_own] = 1;
  __VERIFIER_assume(0);
}

unsigned long thrd_current(void) { return __rmt_own; }

int thrd_equal(unsigned long one, unsigned long other) { return one == other; }

int thrd_detach(unsigned long thread) { return 0; }

void thrd_yield(void) { return; }

int mtx_init(int *mutex, int kind) {
  mutex[0] = 0;
  mutex[1] = 0;
  mutex[4] = kind & 1;
  return 0;
}

void mtx_destroy(int *mutex) { return; }

int mtx_lock(int *mutex) { return pthread_mutex_lock(mutex) ? 2 : 0; }

int mtx_trylock(int *mutex) { return pthread_mutex_trylock(mutex) ? 1 : 0; }

int mtx_unlock(int *mutex) { return pthread_mutex_unlock(mutex) ? 2 : 0; }

int cnd_init(int *condition) { return pthread_cond_init(condition, 0); }

void cnd_destroy(int *condition) { return; }

int cnd_signal(int *condition) { return pthread_cond_signal(condition); }

int cnd_broadcast(int *condition) { return pthread_cond_signal(condition); }

int cnd_wait(int *condition, int *mutex) { return pthread_cond_wait(condition, mutex); }

void call_once(int *once, void (*run)(void)) { pthread_once(once, run); }

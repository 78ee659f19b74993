/* Threads take turns as in the violation. The program is compiled for the thread sanitizer, whose calls in front of each
   access to memory come here instead: a thread goes on until it has come to a line so many times, then the next one does.
   A line may have more accesses here than in the violation, so turns that are a little longer or shorter are tried, in an
   order of their own, until the program fails. */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* The thread lets others run in front of that access, or behind it; line 0: at its end; -1: the violation; -2:
   in front of the next access. */
struct turn { int thread; const char *file; int line, count, behind; };
static const struct turn turns[] = {TURNS};
enum { LAST = sizeof turns / sizeof *turns, PLACES = 1 << 14, TRIES = 2000 };

static int change[LAST], now, come, passed, made, ended[1024];
static _Thread_local int me;
static pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;

#define WRAPPED(result, name, ...) extern result __real_##name(__VA_ARGS__); result __wrap_##name(__VA_ARGS__)
extern int __real_pthread_mutex_lock(pthread_mutex_t *), __real_pthread_mutex_unlock(pthread_mutex_t *);
extern int __real_pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *), __real_pthread_cond_broadcast(pthread_cond_t *);

/* Lines of code, for all tries. */
static struct place { void *code; int line; char file[48]; } *places;

static struct place *place_of(void *code) {
  size_t at = (size_t)code / 4 % PLACES;
  while (places[at].code && places[at].code != code) at = (at + 1) % PLACES;
  struct place *place = &places[at];
  if (place->code) return place;
  char program[512] = {0}, command[640], answer[1024] = {0};
  if (readlink("/proc/self/exe", program, sizeof program - 1) < 0) return place;
  snprintf(command, sizeof command, "addr2line -e '%s' %p", program, (void *)((char *)code - 1));
  FILE *lines = popen(command, "r");
  if (lines && fgets(answer, sizeof answer, lines)) {
    char *colon = strrchr(answer, ':'), *slash = strrchr(answer, '/');
    if (colon) {
      *colon = 0;
      place->line = atoi(colon + 1);
      strncpy(place->file, slash ? slash + 1 : answer, sizeof place->file - 1);
    }
  }
  if (lines) pclose(lines);
  place->code = code;
  return place;
}

static void next(void) {
  now++;
  come = passed = 0;
  __real_pthread_cond_broadcast(&moved);
}

static void await(void) {
  int before;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  for (;;) {
    while (now < LAST && ended[turns[now].thread]) next();
    if (now == LAST || turns[now].thread == me) break;
    if (turns[now].thread > made) _exit(0);
    __real_pthread_cond_wait(&moved, &held);
  }
  pthread_setcancelstate(before, 0);
}

/* Others may run. */
static void point(void *code) {
  /* Destructors of a thread's values run when it has ended. */
  if (ended[me]) return;
  __real_pthread_mutex_lock(&held);
  await();
  if (now < LAST && turns[now].line == -2) {
    next();
    await();
  } else if (now < LAST && turns[now].line > 0) {
    struct place *place = place_of(code);
    int is_there = place->line == turns[now].line && !strcmp(place->file, turns[now].file) &&
                   ++come >= turns[now].count + change[now];
    if (passed || (is_there && !turns[now].behind)) {
      next();
      await();
    } else if (is_there)
      passed = 1;
  }
  __real_pthread_mutex_unlock(&held);
}
#define POINT point(__builtin_return_address(0))

static void end(void *unused) {
  __real_pthread_mutex_lock(&held);
  ended[me] = 1;
  __real_pthread_cond_broadcast(&moved);
  __real_pthread_mutex_unlock(&held);
}

struct start { void *(*run)(void *), *argument; int number; };

static void *begin(void *given) {
  struct start start = *(struct start *)given;
  me = start.number % 1024;
  __real_pthread_mutex_lock(&held);
  await();
  __real_pthread_mutex_unlock(&held);
  void *result;
  pthread_cleanup_push(end, 0);
  result = start.run(start.argument);
  pthread_cleanup_pop(1);
  return result;
}

WRAPPED(int, pthread_create, pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
  static struct start all[1024];
  POINT;
  struct start *start = &all[++made % 1024];
  *start = (struct start){run, argument, made};
  int result = __real_pthread_create(thread, attributes, begin, start);
  POINT;
  return result;
}
WRAPPED(void, pthread_exit, void *result) {
  if (me == 0) end(0);
  __real_pthread_exit(result);
}
WRAPPED(int, pthread_cancel, pthread_t thread) { POINT; return __real_pthread_cancel(thread); }
WRAPPED(void, pthread_testcancel, void) { POINT; __real_pthread_testcancel(); }
WRAPPED(unsigned, sleep, unsigned seconds) { POINT; __real_pthread_testcancel(); return 0; }
WRAPPED(int, usleep, unsigned time) { POINT; __real_pthread_testcancel(); return 0; }
WRAPPED(int, pthread_cond_wait, pthread_cond_t *condition, pthread_mutex_t *mutex) {
  POINT;
  __real_pthread_mutex_unlock(mutex);
  POINT;
  return __real_pthread_mutex_lock(mutex);
}
WRAPPED(int, pthread_cond_signal, pthread_cond_t *condition) { POINT; return 0; }
WRAPPED(int, pthread_cond_broadcast, pthread_cond_t *condition) { POINT; return 0; }
#define STEP(name, type) WRAPPED(int, name, type *of) { POINT; return __real_##name(of); }
STEP(pthread_mutex_lock, pthread_mutex_t)
STEP(pthread_mutex_trylock, pthread_mutex_t)
STEP(pthread_mutex_unlock, pthread_mutex_t)
STEP(pthread_rwlock_rdlock, pthread_rwlock_t)
STEP(pthread_rwlock_wrlock, pthread_rwlock_t)
STEP(pthread_rwlock_unlock, pthread_rwlock_t)
STEP(pthread_spin_lock, pthread_spinlock_t)
STEP(pthread_spin_unlock, pthread_spinlock_t)
STEP(sem_wait, sem_t)
STEP(sem_trywait, sem_t)
STEP(sem_post, sem_t)
WRAPPED(int, pthread_join, pthread_t thread, void **result) { POINT; return __real_pthread_join(thread, result); }
__attribute__((weak)) void __VERIFIER_atomic_begin(void) { POINT; }
__attribute__((weak)) void __VERIFIER_atomic_end(void) { POINT; }

/* What the sanitizer calls. */
void __tsan_init(void) {}
void __tsan_func_entry(void *caller) {}
void __tsan_func_exit(void) {}
#define ACCESS(name) void __tsan_##name(void *at) { POINT; }
#define ACCESSES(size) ACCESS(read##size) ACCESS(write##size) ACCESS(unaligned_read##size) ACCESS(unaligned_write##size) \
  ACCESS(read_write##size) ACCESS(unaligned_read_write##size) ACCESS(volatile_read##size) ACCESS(volatile_write##size)
ACCESSES(1) ACCESSES(2) ACCESSES(4) ACCESSES(8) ACCESSES(16)
void __tsan_read_range(void *at, unsigned long size) { POINT; }
void __tsan_write_range(void *at, unsigned long size) { POINT; }
void *__tsan_memcpy(void *to, const void *from, size_t size) { POINT; return memcpy(to, from, size); }
void *__tsan_memmove(void *to, const void *from, size_t size) { POINT; return memmove(to, from, size); }
void *__tsan_memset(void *to, int value, size_t size) { POINT; return memset(to, value, size); }
void __tsan_atomic_thread_fence(int order) { POINT; }
void __tsan_atomic_signal_fence(int order) {}
#define ATOMIC(bits, T) \
  T __tsan_atomic##bits##_load(const volatile T *at, int order) { POINT; return __atomic_load_n(at, 5); } \
  void __tsan_atomic##bits##_store(volatile T *at, T value, int order) { POINT; __atomic_store_n(at, value, 5); } \
  T __tsan_atomic##bits##_exchange(volatile T *at, T value, int order) { POINT; return __atomic_exchange_n(at, value, 5); } \
  T __tsan_atomic##bits##_fetch_add(volatile T *at, T value, int order) { POINT; return __atomic_fetch_add(at, value, 5); } \
  T __tsan_atomic##bits##_fetch_sub(volatile T *at, T value, int order) { POINT; return __atomic_fetch_sub(at, value, 5); } \
  T __tsan_atomic##bits##_fetch_and(volatile T *at, T value, int order) { POINT; return __atomic_fetch_and(at, value, 5); } \
  T __tsan_atomic##bits##_fetch_or(volatile T *at, T value, int order) { POINT; return __atomic_fetch_or(at, value, 5); } \
  T __tsan_atomic##bits##_fetch_xor(volatile T *at, T value, int order) { POINT; return __atomic_fetch_xor(at, value, 5); } \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T *at, T old, T value, int order, int other) { \
    POINT; __atomic_compare_exchange_n(at, &old, value, 0, 5, 5); return old; } \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T *at, T *old, T value, int order, int other) { \
    POINT; return __atomic_compare_exchange_n(at, old, value, 0, 5, 5); } \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T *at, T *old, T value, int order, int other) { \
    POINT; return __atomic_compare_exchange_n(at, old, value, 0, 5, 5); }
ATOMIC(8, unsigned char) ATOMIC(16, unsigned short) ATOMIC(32, unsigned) ATOMIC(64, unsigned long)

/* One run, in a process of its own; what it is ended by. */
static int tries;

static int runs(void) {
  int status;
  pid_t child = fork();
  if (child == 0) {
    alarm(1);
    return -1;
  }
  tries++;
  waitpid(child, &status, 0);
  return WIFSIGNALED(status) && (HANGS || WTERMSIG(status) != SIGALRM) ? WTERMSIG(status) : 0;
}

/* All ways to spread so many changes over the turns from one on: 0, 1, -1, 2, -2, … The child of a run is told by -1. */
static int spread(int from, int left) {
  if (from == LAST) return left == 0 ? runs() : 0;
  int most = turns[from].line > 0 ? left : 0, ended_by = 0;
  for (int i = 0; i <= most && !ended_by && tries < TRIES; i++) {
    change[from] = i % 2 ? (i + 1) / 2 : -(i / 2);
    if (i > 0 && turns[from].count + change[from] < 1) continue;
    ended_by = spread(from + 1, left - i);
  }
  if (ended_by != -1) change[from] = 0;
  return ended_by;
}

__attribute__((constructor)) static void tries_turns(void) {
  places = mmap(0, PLACES * sizeof *places, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int ended_by = 0;
  for (int changes = 0; changes <= 8 && !ended_by; changes++) ended_by = spread(0, changes);
  if (ended_by == -1) return;
  signal(SIGALRM, SIG_DFL);
  if (ended_by) {
    raise(ended_by == SIGALRM ? SIGABRT : ended_by);
  }
  fputs("no run fails\n", stderr);
  exit(0);
}

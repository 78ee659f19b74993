/* Calls of the system of which no more is looked at than what they may give, and directories. */

static int at_least(int least) {
  int result = __VERIFIER_nondet_int();
  __VERIFIER_assume(result >= least);
  return result;
}

int close(int file) { return done(); }

int fsync(int file) { return done(); }

int access(const char *name, int mode) { return done(); }

int unlink(const char *name) { return done(); }

int remove(const char *name) { return done(); }

int rename(const char *from, const char *to) { return done(); }

int mkdir(const char *name, unsigned mode) { return done(); }

int rmdir(const char *name) { return done(); }

int chdir(const char *name) { return done(); }

int chmod(const char *name, unsigned mode) { return done(); }

int usleep(unsigned micro) { return done(); }

int kill(int process, int number) { return done(); }

unsigned sleep(unsigned seconds) {
  unsigned rest = (unsigned)__VERIFIER_nondet_int();
  __VERIFIER_assume(rest <= seconds);
  return rest;
}

int open(const char *name, int flags, ...) { return at_least(-1); }

int creat(const char *name, unsigned mode) { return at_least(-1); }

int dup(int file) { return at_least(-1); }

int dup2(int from, int to) {
  int result = __VERIFIER_nondet_int();
  __VERIFIER_assume(result == -1 || result == to);
  return result;
}

int socket(int domain, int type, int protocol) { return at_least(-1); }

int fork(void) { return at_least(-1); }

int getpid(void) {
  static int own;
  if (!own) own = at_least(1);
  return own;
}

int isatty(int file) { return __VERIFIER_nondet_int() ? 1 : 0; }

int rand_r(unsigned *seed) {
  *seed = (unsigned)__VERIFIER_nondet_int();
  return at_least(0);
}

void srand48(long seed) {}

double drand48(void) {
  double result = __VERIFIER_nondet_double();
  __VERIFIER_assume(result >= 0 && result < 1);
  return result;
}

long lrand48(void) { return at_least(0); }

long mrand48(void) { return __VERIFIER_nondet_int(); }

/* A directory is a block as a stream is, with one entry, of which the name ends. */
struct rmt_directory {
  struct stream stream;
  char entry[280];
};
#define LAST_OF_NAME (__SIZEOF_POINTER__ == 8 ? 274 : 266)

void *opendir(const char *name) {
  struct rmt_directory *made;
  if (__VERIFIER_nondet_int()) return 0;
  made = malloc(sizeof *made);
  __VERIFIER_assume(made != 0);
  begun(&made->stream);
  return made;
}

void *fdopendir(int file) { return opendir(""); }

int closedir(void *directory) {
  __rmt_use_stream(directory);
  free(directory);
  return done();
}

void *readdir(void *directory) {
  struct rmt_directory *of = directory;
  __rmt_use_stream(directory);
  if (__VERIFIER_nondet_int()) return 0;
  __rmt_any(of->entry, sizeof of->entry);
  size_t left = (size_t)at_least(0);
  __VERIFIER_assume(left < 255);
  of->entry[LAST_OF_NAME - left] = 0;
  return of->entry;
}

/* The null stream stands for all of them. */
int fflush(void *stream) {
  if (stream) {
    __rmt_use_stream(stream);
    USED(stream);
  } else {
    FLUSHES_ALL;
  }
  int result = done();
  if (stream && result == 0) FLUSHED(stream);
  return result;
}

int fileno(void *stream) {
  return stream == stdin ? 0 : stream == stdout ? 1 : stream == stderr ? 2 : at_least(-1);
}

long ftell(void *stream) {
  long result = __VERIFIER_nondet_long();
  __VERIFIER_assume(result >= -1);
  return result;
}

/* What writes a byte gives it back, or says that it cannot. */
int fputc(int byte, void *stream) {
  int result = __VERIFIER_nondet_int();
  USED(stream);
  __VERIFIER_assume(result == -1 || result == (unsigned char)byte);
  return result;
}

int putc(int byte, void *stream) { return fputc(byte, stream); }

int putchar(int byte) { return fputc(byte, stdout); }

int fputs(const char *text, void *stream) {
  USED(stream);
  return at_least(-1);
}

int puts(const char *text) { return at_least(-1); }

int getchar_unlocked(void) { return getchar(); }

int getc_unlocked(void *file) { return getc(file); }

int fgetc_unlocked(void *file) { return fgetc(file); }

/* The six characters X before such an end are new ones; where there are none, the call fails. */
static int is_named(char *name, int end) {
  size_t length = strlen(name);
  char *at;
  if (end < 0 || length < 6 || length - 6 < (size_t)end) return 0;
  at = name + (length - 6 - (size_t)end);
  for (int i = 0; i < 6; i++)
    if (at[i] != 'X') return 0;
  __rmt_any_text(at, 6);
  return 1;
}

int mkstemps(char *name, int end) { return is_named(name, end) ? at_least(-1) : -1; }

int mkstemp(char *name) { return mkstemps(name, 0); }

int mkostemp(char *name, int flags) { return mkstemps(name, 0); }

int mkostemps(char *name, int end, int flags) { return mkstemps(name, end); }

char *mkdtemp(char *name) { return mkstemps(name, 0) < 0 ? 0 : name; }

/* Where there is no such name, it is the empty one. */
char *mktemp(char *name) {
  if (mkstemps(name, 0) < 0) *name = 0;
  return name;
}

/* What is reported ends the program, unless it is to go on. */
void error(int status, int number, const char *format, ...) {
  if (status) exit(status);
}

void err(int status, const char *format, ...) { exit(status); }

void errx(int status, const char *format, ...) { exit(status); }

/* Where another program begins, this one ends: what returns has failed. Arguments and settings end with a null pointer. */
static int reads_to_null(char *const *all) {
  if (all)
    while (*all) all++;
  return -1;
}

int execv(const char *path, char *const *arguments) { return reads_to_null(arguments); }

int execvp(const char *name, char *const *arguments) { return reads_to_null(arguments); }

int execve(const char *path, char *const *arguments, char *const *settings) {
  reads_to_null(arguments);
  return reads_to_null(settings);
}

int execvpe(const char *name, char *const *arguments, char *const *settings) {
  return execve(name, arguments, settings);
}

int fexecve(int file, char *const *arguments, char *const *settings) { return execve("", arguments, settings); }

#define EXECL(NAME)                                                             \
  int NAME(const char *what, const char *argument, ...) {                       \
    __builtin_va_list rest;                                                     \
    __builtin_va_start(rest, argument);                                         \
    while (argument) argument = __builtin_va_arg(rest, const char *);           \
    return -1;                                                                  \
  }

EXECL(execl)
EXECL(execlp)
